import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'

import { bankAtom, retryBankAtom } from '../questions/bank.ts'
import { refusedAnswersAtom } from '../run/run-atoms.ts'
import { storageProblemAtom } from '../storage/storage-atoms.ts'
import { loadStatsAtom, syncStateAtom } from '../sync/sync-atoms.ts'
import { commonText } from '../text/common.ts'
import { homeText, quizText, storageText, syncText } from '../text/study.ts'
import { FailedReading } from '../widgets/failed-reading.tsx'
import { Notification } from '../widgets/notification.tsx'
import { SyncIndicator } from '../widgets/sync-indicator.tsx'
import { HeaderButton } from './header-button.tsx'
import { logoutAtom } from './logout.ts'

// Parts shared by the screens of a signed-in user: the header's buttons, the first read of the statistics, and notices.

export function HomeButton() {
  const navigate = useNavigate()
  return <HeaderButton icon="home" name={commonText.home} onPress={() => void navigate('/home')} />
}

export function LogoutButton() {
  const logOut = useSetAtom(logoutAtom)
  return <HeaderButton icon="exit" name={commonText.logout} onPress={() => void logOut()} />
}

/** Shows whether every answer is on the server and whether an answer is still being stored on the device. */
export function SyncStatus() {
  const sync = useAtomValue(syncStateAtom)
  if (sync.status !== 'synced') {
    const storing = sync.isStoring ? { note: syncText.storing } : {}
    return <SyncIndicator state="warning" text={syncText.pending(sync.pending)} {...storing} />
  }
  const lastSync = sync.atMs === null ? {} : { lastSync: syncText.lastSync(sync.atMs) }
  return <SyncIndicator state="positive" text={syncText.synced} {...lastSync} />
}

/** Reads the server's statistics when home opens (specification §4). */
export function useStatsLoad(): void {
  const loadStats = useSetAtom(loadStatsAtom)
  useEffect(() => void loadStats(), [loadStats])
}

/** Warns that answers are kept only in memory, so unsent answers are lost if the page closes. */
export function StorageNotice() {
  const problem = useAtomValue(storageProblemAtom)
  if (problem === null) return null
  return <Notification appearance="warning">{storageText[problem]}</Notification>
}

/** Shows a notice with the questions whose answers could not be stored, and scrolls the page to the notice. */
export function RefusedAnswers() {
  const ids = useAtomValue(refusedAnswersAtom)
  const countBefore = useRef(0)
  useEffect(() => {
    if (ids.length > countBefore.current) window.scrollTo(0, 0)
    countBefore.current = ids.length
  }, [ids])
  if (ids.length === 0) return null
  return <Notification appearance="negative">{quizText.answersRefused(ids)}</Notification>
}

/** Says that the questions could not be loaded and offers a retry. Renders nothing unless loading has failed. */
export function BankProblem() {
  const { status } = useAtomValue(bankAtom)
  const retry = useSetAtom(retryBankAtom)
  if (status !== 'failed') return null
  return <FailedReading text={homeText.bankFailed} retryLabel={commonText.retry} onRetry={retry} />
}
