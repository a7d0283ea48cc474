import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useId } from 'react'
import type { RefObject } from 'react'

import type { RunQuestion, ShownAlternative } from '../../run/run-question.ts'
import { envAtom } from '../../session/services.ts'
import layout from '../../styles/layout.module.css'
import { quizText } from '../../text/study.ts'
import styles from './quiz.module.css'
import { reportAddress } from './report.ts'

type QuizFeedbackProps = {
  /** The verdict's element, which takes the focus. */
  ref: RefObject<HTMLParagraphElement | null>
  question: RunQuestion
  alternatives: readonly ShownAlternative[]
  onGoOn: () => void
}

/**
 * Verdict on an answer, its explanation, and the link that reports a mistake in the question. Only the verdict is announced.
 * The description of the verdict makes screen readers read the explanation once when the verdict takes the focus.
 */
export function QuizFeedback({ ref, question, alternatives, onGoOn }: QuizFeedbackProps) {
  const explanationId = useId()
  useEnterOn(ref, question.answered, onGoOn)
  const { isRight } = question
  const hasExplanation = question.answered && Boolean(question.explanation)
  return (
    <div className={layout.tightStack}>
      <div role="status">
        {question.answered && (
          <p
            ref={ref}
            tabIndex={-1}
            className={styles.verdict}
            data-right={isRight}
            aria-describedby={hasExplanation ? explanationId : undefined}
          >
            {isRight ? quizText.verdictRight : wrongVerdict(question, alternatives)}
          </p>
        )}
      </div>
      {question.isChanged && <p className={layout.soft}>{quizText.changed}</p>}
      {hasExplanation && <Explanation id={explanationId} text={question.explanation ?? ''} />}
      {question.answered && <ReportLink question={question} />}
    </div>
  )
}

/** Lets Enter continue while the verdict has the focus, even if the shortcut keys are off. */
function useEnterOn(ref: RefObject<HTMLElement | null>, isThere: boolean, onEnter: () => void): void {
  const onKeyDown = useEffectEvent(({ key, repeat }: KeyboardEvent) => {
    if (key === 'Enter' && !repeat) onEnter() // a key that the user has held down since the answer has no effect
  })
  useEffect(() => {
    const element = ref.current
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    if (isThere) element?.addEventListener('keydown', listen)
    return () => element?.removeEventListener('keydown', listen)
  }, [ref, isThere])
}

function wrongVerdict({ correct }: RunQuestion, alternatives: readonly ShownAlternative[]): string {
  const letter = alternatives.find(({ index }) => index === correct)?.letter
  return letter === undefined ? quizText.wrong : quizText.verdictWrong(letter)
}

/** Renders plain text; an empty line starts a new paragraph. */
function Explanation({ id, text }: { id: string; text: string }) {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '')
  return (
    <section className={styles.explanation} aria-label={quizText.explanation}>
      <div id={id} className={layout.tightStack}>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </section>
  )
}

/** Link that reports a mistake by e-mail. Renders nothing if no address for reports is configured. */
function ReportLink({ question }: { question: RunQuestion }) {
  const { reportEmail } = useAtomValue(envAtom)
  if (reportEmail === '') return null
  return (
    <p>
      <a className={`${layout.standaloneLink} ${styles.report}`} href={reportAddress(reportEmail, question)}>
        {quizText.report}
      </a>
    </p>
  )
}
