import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'

import { bankAtom, retryBankAtom } from '../questions/bank.ts'
import { storageProblemAtom } from '../storage/storage-atoms.ts'
import { loadStatsAtom, syncStateAtom } from '../sync/sync-atoms.ts'
import { commonText } from '../text/common.ts'
import { homeText, storageText, syncText } from '../text/study.ts'
import { FailedReading } from '../widgets/failed-reading.tsx'
import { Notification } from '../widgets/notification.tsx'
import { SyncIndicator } from '../widgets/sync-indicator.tsx'
import { HeaderButton } from './header-button.tsx'
import { logoutAtom } from './logout.ts'

// What the screens of a signed-in person share: controls of the header, the reading of the statistics, and notices.

export function HomeButton() {
  const navigate = useNavigate()
  return <HeaderButton icon="home" name={commonText.home} onPress={() => void navigate('/home')} />
}

export function LogoutButton() {
  const logOut = useSetAtom(logoutAtom)
  return <HeaderButton icon="exit" name={commonText.logout} onPress={() => void logOut()} />
}

/** Whether every answer is on the server. */
export function SyncStatus() {
  const sync = useAtomValue(syncStateAtom)
  if (sync.status !== 'synced') return <SyncIndicator state="warning" text={syncText.pending(sync.pending)} />
  const lastSync = sync.atMs === null ? {} : { lastSync: syncText.lastSync(sync.atMs) }
  return <SyncIndicator state="positive" text={syncText.synced} {...lastSync} />
}

/** Reads the server's statistics when home opens (specification §4); the other screens use what is there. */
export function useStatsLoad(): void {
  const loadStats = useSetAtom(loadStatsAtom)
  useEffect(() => void loadStats(), [loadStats])
}

/** Warns where the page goes on in memory: answers then live only as long as it. */
export function StorageNotice() {
  const problem = useAtomValue(storageProblemAtom)
  if (problem === null) return null
  return <Notification appearance="warning">{storageText[problem]}</Notification>
}

/** Says that the questions could not be loaded and offers to try again; nothing otherwise. */
export function BankProblem() {
  const { status } = useAtomValue(bankAtom)
  const retry = useSetAtom(retryBankAtom)
  if (status !== 'failed') return null
  return <FailedReading text={homeText.bankFailed} retryLabel={commonText.retry} onRetry={retry} />
}
