/** Built-ins that are new or that browsers provide only over HTTPS, with scripts that remove them. */
const REMOVALS: Readonly<Record<string, string>> = {
  'Promise.withResolvers': 'delete Promise.withResolvers',
  'AbortSignal.any': 'delete AbortSignal.any',
  'AbortSignal.timeout': 'delete AbortSignal.timeout',
  'crypto.randomUUID': 'delete Crypto.prototype.randomUUID',
  'Object.hasOwn': 'delete Object.hasOwn',
  'navigator.locks': 'delete Navigator.prototype.locks',
}

/** Script that removes all of these built-ins. */
export const REMOVE_ALL = Object.values(REMOVALS).join(';')
