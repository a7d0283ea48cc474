import { atom } from 'jotai'

import { sendStatsAtom, stopSyncTimerAtom } from './exchange-atoms.ts'
import { sendOnHideAtom } from './leave-atoms.ts'
import { forgetLocalStatsAtom, readLogAtom } from './local-atoms.ts'
import { followTabsAtom } from './tabs-atoms.ts'

/** Keeps the statistics of the signed-in user in step while the app is open. @returns a function that stops */
export const startSyncAtom = atom(null, (_get, set) => {
  const unfollowTabs = set(followTabsAtom)
  const listening = new AbortController()
  const sendWhenHidden = () => {
    if (document.visibilityState === 'hidden') void set(sendOnHideAtom)
  }
  window.addEventListener('online', () => void set(sendStatsAtom), { signal: listening.signal })
  document.addEventListener('visibilitychange', sendWhenHidden, { signal: listening.signal })
  void set(readLogAtom)
  return () => {
    listening.abort()
    unfollowTabs()
    set(stopSyncTimerAtom)
    set(forgetLocalStatsAtom)
  }
})
