import { logFailure } from '../failure-log.ts'

const WORKER = '/service-worker.js'

/** Used part of the Trusted Types API, for which TypeScript has no types yet. */
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
 * Returns the worker's address as a trusted script URL. The page's Content-Security-Policy allows only this policy, which accepts
 * no other address, so that no text can become a script in this page.
 */
function workerAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('service-worker', { createScriptURL: () => WORKER })
  return (policy?.createScriptURL(WORKER) as string | undefined) ?? WORKER
}
