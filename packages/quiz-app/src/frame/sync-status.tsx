import { useAtomValue } from 'jotai'

import { syncStateAtom } from '../sync/sync-atoms.ts'
import { syncText } from '../text.ts'
import { SyncIndicator } from '../widgets/sync-indicator.tsx'

/** Whether every answer is on the server. */
export function SyncStatus() {
  const sync = useAtomValue(syncStateAtom)
  if (sync.status !== 'synced') return <SyncIndicator state="warning" text={syncText.pending(sync.pending)} />
  const lastSync = sync.atMs === null ? {} : { lastSync: syncText.lastSync(sync.atMs) }
  return <SyncIndicator state="positive" text={syncText.synced} {...lastSync} />
}
