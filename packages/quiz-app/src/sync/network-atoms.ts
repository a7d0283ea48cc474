import { atom } from 'jotai'

/**
 * Whether this page came from the cache of the app shell because its own server could not be reached, and nothing has
 * answered since. On a network without a way out the browser still says `onLine`.
 */
export const openedOfflineAtom = atom(false)
