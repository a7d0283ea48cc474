import { atom } from 'jotai'

import { usernameAtom } from '../session/auth.ts'
import { readLogAtom, readPendingAtom, syncedAtMsAtom } from './local-atoms.ts'

const CHANNEL = 'revisa-stats'

/** What a tab tells the others: it logged an answer, its exchange with the server begins, or ended. */
type TabEvent = 'answered' | 'exchanging' | 'exchanged' | 'failed'
type TabMessage = { userId: string; event: TabEvent }

const channelAtom = atom<BroadcastChannel | null>(null)

/** Whether another tab is exchanging statistics with the server right now. */
export const isOtherTabExchangingAtom = atom(false)

export const announceAtom = atom(null, (get, _set, event: TabEvent) => {
  const userId = get(usernameAtom)
  if (userId !== null) get(channelAtom)?.postMessage({ userId, event } satisfies TabMessage)
})

/** Follows the other tabs of the same user. @returns a function that stops */
export const followTabsAtom = atom(null, (get, set) => {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data: message }: MessageEvent<TabMessage>) => {
    if (message.userId !== get(usernameAtom)) return
    set(isOtherTabExchangingAtom, message.event === 'exchanging')
    if (message.event === 'exchanged') set(syncedAtMsAtom, Date.now())
    if (message.event === 'answered') void set(readPendingAtom)
    if (message.event === 'exchanged') void set(readLogAtom)
  })
  set(channelAtom, channel)
  return () => {
    channel.close()
    set(channelAtom, null)
  }
})
