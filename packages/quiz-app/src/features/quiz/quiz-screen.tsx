import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { bankAtom } from '../../questions/bank-atoms.ts'
import { currentQuestion } from './quiz.ts'
import { canPrepareQuizAtom, isAnswerRefusedAtom, prepareQuizAtom, quizAtom } from './quiz-atoms.ts'
import layout from '../../styles/layout.module.css'
import { commonText, quizText } from '../../text.ts'
import { Button } from '../../widgets/button.tsx'
import { IconButton } from '../../widgets/icon-button.tsx'
import { Loading } from '../../widgets/loading.tsx'
import { Notification } from '../../widgets/notification.tsx'
import { BankProblem } from '../../frame/bank-problem.tsx'
import { DocumentTitle } from '../../frame/document-title.tsx'
import { FocusedHeading } from '../../frame/focused-heading.tsx'
import { HomeButton } from '../../frame/home-button.tsx'
import { LogoutButton } from '../../frame/logout-button.tsx'
import { QuizQuestionView } from './quiz-question.tsx'
import header from '../../frame/screen-header.module.css'
import { ScreenHeader } from '../../frame/screen-header.tsx'
import { ShortcutsHelp } from './shortcuts-help.tsx'
import { useStatsLoad } from '../../frame/stats-load.ts'
import { StorageNotice } from '../../frame/storage-notice.tsx'
import { SyncStatus } from '../../frame/sync-status.tsx'

/** One question at a time. */
export function QuizScreen() {
  useStatsLoad()
  const canPrepare = useAtomValue(canPrepareQuizAtom)
  const prepareQuiz = useSetAtom(prepareQuizAtom)
  const [isHelpOpen, setHelpOpen] = useState(false)

  useEffect(() => {
    if (canPrepare) void prepareQuiz()
  }, [canPrepare, prepareQuiz])

  return (
    <>
      <DocumentTitle screen={quizText.title} />
      <ScreenHeader>
        <HomeButton />
        <SyncStatus />
        <span className={header.needsKeyboard}>
          <IconButton icon="help" label={quizText.help} onClick={() => setHelpOpen(true)} />
        </span>
        <LogoutButton />
      </ScreenHeader>
      <main className={`${layout.column} ${layout.stack}`}>
        <StorageNotice />
        <AnswerProblem />
        <BankProblem />
        <QuizBody onHelp={() => setHelpOpen(true)} />
      </main>
      <ShortcutsHelp open={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </>
  )
}

function QuizBody({ onHelp }: { onHelp: () => void }) {
  const { status } = useAtomValue(bankAtom)
  const quiz = useAtomValue(quizAtom)
  const question = quiz && currentQuestion(quiz)
  if (status !== 'failed' && question) {
    return <QuizQuestionView key={`${quiz.id} ${question.id}`} quiz={quiz} question={question} onHelp={onHelp} />
  }
  return (
    <>
      <FocusedHeading className="visually-hidden">{quizText.title}</FocusedHeading>
      {status !== 'failed' && (quiz === null ? <Loading text={quizText.loading} /> : <NothingFound />)}
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

function AnswerProblem() {
  const isRefused = useAtomValue(isAnswerRefusedAtom)
  return isRefused ? <Notification appearance="negative">{quizText.answerRefused}</Notification> : null
}
