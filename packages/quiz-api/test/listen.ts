import { listenFetch } from '@cognito-srp/testing/listen'

/** A real HTTP server on 127.0.0.1 and any free port. */
export type TestServer = { url: string; port: number; stop(): Promise<void> }

/** Serves `fetch` over HTTP until stopped. */
export async function listen(fetch: (request: Request) => Response | Promise<Response>): Promise<TestServer> {
  const { url, port, close } = await listenFetch(fetch)
  return { url, port, stop: close }
}
