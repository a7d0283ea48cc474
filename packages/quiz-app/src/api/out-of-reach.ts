/** Names of this machine, as they stand in an address. */
const THIS_MACHINE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Whether there is no way to the API: no network, and it is not on this machine, where it answers without any. */
export function isOutOfReach(apiUrl: string): boolean {
  return !navigator.onLine && !THIS_MACHINE.test(new URL(apiUrl, globalThis.location?.href).hostname)
}
