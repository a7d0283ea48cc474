import { logFailure } from '../failure-log.ts'

const WORKER = '/service-worker.js'

/** As far as it is used here; TypeScript does not know it yet. */
type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(input: string): unknown }
}

/** Lets the app open without a network from the second visit on. */
export async function keepShellForOffline(): Promise<void> {
  try {
    await navigator.serviceWorker?.register(workerAddress())
  } catch (cause) {
    logFailure('The app cannot be kept for offline use.', cause)
  }
}

/**
 * The worker's address in the form that Trusted Types ask for. This policy is the one that the page's
 * Content-Security-Policy allows, and knows no other address: no text can become script in this page.
 */
function workerAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('service-worker', { createScriptURL: () => WORKER })
  return (policy?.createScriptURL(WORKER) as string | undefined) ?? WORKER
}
