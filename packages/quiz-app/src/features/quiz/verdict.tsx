import { useEffect, useRef } from 'react'

import type { QuizQuestion, ShownAlternative } from './quiz.ts'
import { quizText } from '../../text.ts'
import styles from './verdict.module.css'

type VerdictProps = { question: QuizQuestion; alternatives: readonly ShownAlternative[] }

/** Announces how the answer was, and takes the focus when it was just given. */
export function Verdict({ question, alternatives }: VerdictProps) {
  const verdict = useRef<HTMLParagraphElement>(null)
  const wasAnswered = useRef(question.answered)

  useEffect(() => {
    if (question.answered && !wasAnswered.current) verdict.current?.focus()
    wasAnswered.current = question.answered
  }, [question.answered])

  const isRight = question.selected === question.correct
  return (
    <div role="status">
      {question.answered && (
        <p ref={verdict} tabIndex={-1} className={styles.verdict} data-right={isRight}>
          {isRight ? quizText.verdictRight : quizText.verdictWrong(letterOfCorrect(question, alternatives))}
        </p>
      )}
    </div>
  )
}

function letterOfCorrect({ correct }: QuizQuestion, alternatives: readonly ShownAlternative[]): string {
  return alternatives.find(({ index }) => index === correct)?.letter ?? ''
}
