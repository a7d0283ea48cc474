import { listenFetch } from '@cognito-srp/testing/listen'

/** A real HTTP server on a free port of 127.0.0.1. */
export type TestServer = { url: string; port: number; stop(): Promise<void> }

/** Starts an HTTP server for a `fetch` handler. */
export async function listen(fetch: (request: Request) => Response | Promise<Response>): Promise<TestServer> {
  const { url, port, close } = await listenFetch(fetch)
  return { url, port, stop: close }
}
