/** Built-ins that browsers got late, or have on https only, with the script that takes each away. */
const REMOVALS: Readonly<Record<string, string>> = {
  'Promise.withResolvers': 'delete Promise.withResolvers',
  'AbortSignal.any': 'delete AbortSignal.any',
  'AbortSignal.timeout': 'delete AbortSignal.timeout',
  'crypto.randomUUID': 'delete Crypto.prototype.randomUUID',
  'Object.hasOwn': 'delete Object.hasOwn',
  'navigator.locks': 'delete Navigator.prototype.locks',
}

/** Removes them all. */
export const REMOVE_ALL = Object.values(REMOVALS).join(';')
