import { explainUnreachable, redirect } from './redirect.ts'

type Fetch = typeof globalThis.fetch

/** Returns a `fetch` that sends requests for the service to the emulator. */
export function redirectFetch(original: Fetch, emulator: URL): Fetch {
  return async (input, init) => {
    const url = URL.parse(typeof input === 'string' || input instanceof URL ? String(input) : input.url)
    const target = url && redirect(url, emulator)
    if (!target) return original(input, init)
    try {
      // The Request constructor accepts a Request as its options, because a Request has members with the same names.
      return await (input instanceof Request ? original(new Request(target, input), init) : original(target, init))
    } catch (error) {
      explainUnreachable(error, emulator)
      throw error
    }
  }
}
