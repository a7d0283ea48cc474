import { logFailure } from '../failure-log.ts'

const WORKER = '/service-worker.js'

/** Part of the Trusted Types API that this module uses. TypeScript has no types for this API yet. */
type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(input: string): unknown }
}

/** Registers the service worker, so that the app opens offline from the second visit on. */
export async function keepShellForOffline(): Promise<void> {
  try {
    await navigator.serviceWorker?.register(workerAddress())
  } catch (cause) {
    logFailure('The app cannot be stored for offline use.', cause)
  }
}

/**
 * Returns the worker's address as a trusted script URL. The page's Content-Security-Policy allows only this Trusted Types policy. The
 * policy returns the worker's address for any input, so that other strings cannot become script URLs.
 */
function workerAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('service-worker', { createScriptURL: () => WORKER })
  return (policy?.createScriptURL(WORKER) as string | undefined) ?? WORKER
}
