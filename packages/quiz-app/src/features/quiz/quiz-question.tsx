import { useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'

import { FocusedHeading } from '../../frame/screen.tsx'
import { answerAtom, endRunAtom } from '../../run/run-atoms.ts'
import { shownAlternatives } from '../../run/run-question.ts'
import type { AlternativeState, RunQuestion } from '../../run/run-question.ts'
import { isLast } from '../../run/run.ts'
import type { Run } from '../../run/run.ts'
import layout from '../../styles/layout.module.css'
import { quizText } from '../../text/study.ts'
import { AlternativeButton } from '../../widgets/alternative-button.tsx'
import { Chip } from '../../widgets/chip.tsx'
import { Progress } from '../../widgets/progress.tsx'
import { revealVerdict, scrollToTop } from './page-scroll.ts'
import { QuizBar } from './quiz-bar.tsx'
import { QuizFeedback } from './quiz-feedback.tsx'
import styles from './quiz.module.css'

type QuizQuestionViewProps = { run: Run; question: RunQuestion; onMove: (step: 1 | -1) => void }

const STATE_TEXTS: Partial<Record<AlternativeState, string>> = {
  'correct-chosen': quizText.right,
  correct: quizText.right,
  'wrong-chosen': quizText.wrongChoice,
}

/** Shows a question, its alternatives, the feedback on its answer, and the bar. */
export function QuizQuestionView({ run, question, onMove }: QuizQuestionViewProps) {
  const answer = useSetAtom(answerAtom)
  const end = useSetAtom(endRunAtom)
  const verdict = useRef<HTMLParagraphElement>(null)
  const alternatives = shownAlternatives(question)
  const isOver = question.answered && isLast(run)

  const seeResult = () => {
    end(true)
    scrollToTop()
  }
  useVerdictInView(question.answered, () => {
    verdict.current?.focus({ preventScroll: true })
    if (verdict.current) revealVerdict(verdict.current)
  })

  return (
    <>
      <div className={layout.tightStack}>
        <div className={styles.place}>
          <Chip>{quizText.chip(question.id, question.theme)}</Chip>
          <Progress
            value={run.index}
            max={run.questions.length}
            label={quizText.progress}
            text={quizText.position(run.index + 1, run.questions.length)}
          />
        </div>
        <FocusedHeading className={layout.reading}>{question.question}</FocusedHeading>
      </div>
      {alternatives.length > 0 && (
        <div className={layout.tightStack}>
          {alternatives.map(({ index, letter, text, state }) => (
            <AlternativeButton
              key={index}
              letter={letter}
              text={text}
              state={state}
              {...stateTextOf(state)}
              disabled={question.answered}
              onChoose={() => void answer(index)}
            />
          ))}
        </div>
      )}
      <QuizFeedback
        ref={verdict}
        question={question}
        alternatives={alternatives}
        onGoOn={isOver ? seeResult : () => onMove(1)}
      />
      <QuizBar run={run} isOver={isOver} onPrevious={() => onMove(-1)} onNext={() => onMove(1)} onResult={seeResult} />
    </>
  )
}

function stateTextOf(state: AlternativeState): { stateText?: string } {
  const stateText = STATE_TEXTS[state]
  return stateText === undefined ? {} : { stateText }
}

/** Calls `show` when an answer has just been given, but not when an answered question appears. */
function useVerdictInView(isAnswered: boolean, show: () => void): void {
  const wasAnswered = useRef(isAnswered)
  useEffect(() => {
    if (isAnswered && !wasAnswered.current) show()
    wasAnswered.current = isAnswered
  })
}
