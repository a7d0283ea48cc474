import { useAtomValue } from 'jotai'

import { runNoticeAtom } from '../../run/run-atoms.ts'
import type { RunNotice } from '../../run/run-atoms.ts'
import { isFirst } from '../../run/run.ts'
import type { Run } from '../../run/run.ts'
import layout from '../../styles/layout.module.css'
import { quizText } from '../../text/study.ts'
import { Button } from '../../widgets/button.tsx'
import styles from './quiz.module.css'

type QuizBarProps = {
  run: Run
  /** Whether the shown question is the last one of the run and is answered. */
  isOver: boolean
  onPrevious: () => void
  onNext: () => void
  onResult: () => void
}

/** Bar that is always visible, with the current notice and the buttons that change the question or open the result. */
export function QuizBar({ run, isOver, onPrevious, onNext, onResult }: QuizBarProps) {
  const notice = useAtomValue(runNoticeAtom)
  return (
    <div className={styles.bar}>
      <p role="status" className={styles.notice}>
        {notice && noticeText(notice)}
      </p>
      <div className={layout.ends}>
        {isOver && (
          <div className={styles.result}>
            <Button appearance="emphasised" fullWidth onClick={onResult}>
              {quizText.seeResult}
            </Button>
          </div>
        )}
        <Button appearance="outlined" disabled={isFirst(run)} onClick={onPrevious}>
          {quizText.previous}
        </Button>
        <Button appearance="emphasised" disabled={isOver} onClick={onNext}>
          {quizText.next}
        </Button>
      </div>
    </div>
  )
}

function noticeText(notice: RunNotice): string {
  if (notice.about === 'earlier-kept') return quizText.earlierKept(notice.answered, notice.total)
  if (notice.about === 'last-unanswered') return quizText.lastUnanswered
  return quizText.answeredElsewhere(notice.questionId)
}
