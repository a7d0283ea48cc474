import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { HeaderButton } from '../../frame/header-button.tsx'
import { DocumentTitle, FocusedHeading, ScreenHeader } from '../../frame/screen.tsx'
import {
  BankProblem,
  HomeButton,
  LogoutButton,
  RefusedAnswers,
  StorageNotice,
  SyncStatus,
} from '../../frame/study-screen.tsx'
import { bankAtom } from '../../questions/bank.ts'
import { answerAtPlaceAtom, endRunAtom, joinAnswersAtom, leaveRunAtom, moveAtom, runAtom } from '../../run/run-atoms.ts'
import { currentQuestion, isLast } from '../../run/run.ts'
import layout from '../../styles/layout.module.css'
import { syncStateAtom } from '../../sync/sync-atoms.ts'
import { commonText } from '../../text/common.ts'
import { quizText } from '../../text/study.ts'
import { Button, IconButton } from '../../widgets/button.tsx'
import { CheckBox } from '../../widgets/check-box.tsx'
import { Dialog } from '../../widgets/dialog.tsx'
import { Loading } from '../../widgets/loading.tsx'
import { Notification } from '../../widgets/notification.tsx'
import { scrollToTop } from './page-scroll.ts'
import { QuizQuestionView } from './quiz-question.tsx'
import { QuizSummary } from './quiz-summary.tsx'
import styles from './quiz.module.css'
import { areShortcutsOnAtom } from './shortcuts-atom.ts'
import { useShortcuts } from './use-shortcuts.tsx'

/** Shows one question at a time, and the result at the end. */
export function QuizScreen() {
  useAnswersOfOtherTabs()
  const leave = useSetAtom(leaveRunAtom)
  const [isHelpOpen, setHelpOpen] = useState(false)
  useEffect(() => leave, [leave])

  return (
    <div className={styles.screen}>
      <DocumentTitle screen={quizText.title} />
      <ScreenHeader>
        <EndButton />
        <HomeButton />
        <SyncStatus />
        <span className={styles.needsKeyboard}>
          <IconButton icon="help" label={quizText.help} onClick={() => setHelpOpen(true)} />
        </span>
        <LogoutButton />
      </ScreenHeader>
      <main className={`${layout.column} ${layout.stack} ${styles.main}`}>
        <StorageNotice />
        <RefusedAnswers />
        <BankProblem />
        <QuizBody onHelp={() => setHelpOpen(true)} />
      </main>
      <ShortcutsHelp open={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  )
}

/** Locks questions of the shown run that another tab has answered. */
function useAnswersOfOtherTabs(): void {
  const { pending } = useAtomValue(syncStateAtom).stats
  const join = useSetAtom(joinAnswersAtom)
  useEffect(() => join(pending), [join, pending])
}

/**
 * Button that ends the run. The button is hidden while there is no question and after the run has ended. This button comes first
 * in the header, so that the other buttons do not move when this button disappears.
 */
function EndButton() {
  const run = useAtomValue(runAtom)
  const end = useSetAtom(endRunAtom)
  if (run === null || run.isEnded || run.questions.length === 0) return null
  const press = () => {
    end(true)
    scrollToTop()
  }
  return <HeaderButton icon="flag" name={quizText.end} onPress={press} />
}

function QuizBody({ onHelp }: { onHelp: () => void }) {
  const { status } = useAtomValue(bankAtom)
  const run = useAtomValue(runAtom)
  const answerAtPlace = useSetAtom(answerAtPlaceAtom)
  const move = useSetAtom(moveAtom)
  const question = run && currentQuestion(run)

  const goTo = (step: 1 | -1) => {
    move(step)
    if (step === -1 || (run && !isLast(run))) scrollToTop()
  }
  useShortcuts(question !== null && !run?.isEnded, {
    choose: answerAtPlace,
    previous: () => goTo(-1),
    next: () => goTo(1),
    help: onHelp,
  })

  if (status !== 'failed' && question) {
    if (run.isEnded) return <QuizSummary run={run} />
    return <QuizQuestionView key={`${run.id} ${question.id}`} run={run} question={question} onMove={goTo} />
  }
  return (
    <>
      <FocusedHeading className="visually-hidden">{quizText.title}</FocusedHeading>
      {status !== 'failed' && (run === null ? <Loading text={quizText.loading} /> : <NothingFound />)}
    </>
  )
}

function NothingFound() {
  const navigate = useNavigate()
  return (
    <>
      <Notification appearance="neutral">{quizText.nothingFound}</Notification>
      <Button appearance="outlined" onClick={() => void navigate('/home')}>
        {commonText.backHome}
      </Button>
    </>
  )
}

/** Lists the shortcut keys and lets the user switch them off. */
function ShortcutsHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [areShortcutsOn, setShortcutsOn] = useAtom(areShortcutsOnAtom)
  return (
    <Dialog title={quizText.help} open={open} closeLabel={quizText.close} onClose={onClose}>
      <div className={layout.stack}>
        <dl className={styles.keys}>
          {quizText.helpKeys.map(([keys, effect]) => (
            <div key={keys}>
              <dt>{keys}</dt>
              <dd>{effect}</dd>
            </div>
          ))}
        </dl>
        <CheckBox label={quizText.helpSwitch} checked={areShortcutsOn} onChange={setShortcutsOn} />
      </div>
    </Dialog>
  )
}
