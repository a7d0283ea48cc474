import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router-dom'

import { FocusedHeading } from '../../frame/screen.tsx'
import { answerAtom, moveAtom, reviewMistakesAtom } from '../../run/run-atoms.ts'
import { shownAlternatives } from '../../run/run-question.ts'
import type { AlternativeState, RunQuestion, ShownAlternative } from '../../run/run-question.ts'
import { isFirst, isLast, scoreOf } from '../../run/run.ts'
import type { Run } from '../../run/run.ts'
import layout from '../../styles/layout.module.css'
import { commonText } from '../../text/common.ts'
import { quizText } from '../../text/study.ts'
import { AlternativeButton } from '../../widgets/alternative-button.tsx'
import { Button } from '../../widgets/button.tsx'
import { Chip } from '../../widgets/chip.tsx'
import { Progress } from '../../widgets/progress.tsx'
import styles from './quiz.module.css'
import { areShortcutsOnAtom } from './shortcuts-atom.ts'
import { shortcutOf } from './shortcuts.ts'

type QuizQuestionViewProps = { run: Run; question: RunQuestion; onHelp: () => void }

const STATE_TEXTS: Partial<Record<AlternativeState, string>> = {
  'correct-chosen': quizText.right,
  correct: quizText.right,
  'wrong-chosen': quizText.wrongChoice,
}

/** A question, its alternatives, the verdict once answered, and the way on. */
export function QuizQuestionView({ run, question, onHelp }: QuizQuestionViewProps) {
  const answer = useSetAtom(answerAtom)
  const move = useSetAtom(moveAtom)
  const alternatives = shownAlternatives(question)

  const goTo = (step: 1 | -1) => {
    move(step)
    scrollToTop()
  }
  const isNextDisabled = question.answered && isLast(run)
  useShortcuts({
    choose: (place) => {
      const alternative = alternatives[place]
      if (alternative && !question.answered) void answer(alternative.index)
    },
    previous: () => goTo(-1),
    next: () => goTo(1),
    help: onHelp,
  })

  return (
    <>
      <div className={layout.tightStack}>
        <div>
          <Chip>{quizText.chip(question.id, question.theme)}</Chip>
        </div>
        <FocusedHeading className={layout.reading}>{question.question}</FocusedHeading>
      </div>
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
      <Verdict question={question} alternatives={alternatives} />
      <Progress
        value={run.index}
        max={run.questions.length}
        label={quizText.progress}
        text={quizText.position(run.index + 1, run.questions.length)}
      />
      <div className={layout.ends}>
        <Button appearance="outlined" disabled={isFirst(run)} onClick={() => goTo(-1)}>
          {quizText.previous}
        </Button>
        <Button appearance="emphasised" disabled={isNextDisabled} onClick={() => goTo(1)}>
          {quizText.next}
        </Button>
      </div>
      {isNextDisabled && <QuizSummary run={run} />}
    </>
  )
}

function stateTextOf(state: AlternativeState): { stateText?: string } {
  const stateText = STATE_TEXTS[state]
  return stateText === undefined ? {} : { stateText }
}

type QuizActions = {
  choose: (place: number) => void
  previous: () => void
  next: () => void
  help: () => void
}

/** Lets the keyboard answer and move while a question is on screen. */
function useShortcuts(actions: QuizActions): void {
  const areShortcutsOn = useAtomValue(areShortcutsOnAtom)

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, altKey, metaKey } = event
    const shortcut = shortcutOf({ key, ctrlKey, altKey, metaKey, isTyping: isTyping(event.target) })
    if (shortcut === null || event.defaultPrevented || event.repeat) return
    event.preventDefault()
    if (shortcut.name === 'choose') actions.choose(shortcut.place)
    else actions[shortcut.name]()
  })

  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    if (areShortcutsOn) document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [areShortcutsOn])
}

/** Keys belong to fields and to an open dialog before they belong to the quiz. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog') !== null
}

type VerdictProps = { question: RunQuestion; alternatives: readonly ShownAlternative[] }

/** Announces how the answer was, and takes the focus when it was just given. */
function Verdict({ question, alternatives }: VerdictProps) {
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

function letterOfCorrect({ correct }: RunQuestion, alternatives: readonly ShownAlternative[]): string {
  return alternatives.find(({ index }) => index === correct)?.letter ?? ''
}

/** How the run went, once its last question is answered, and the ways on: the wrong ones again at once, or home. */
function QuizSummary({ run }: { run: Run }) {
  const reviewMistakes = useSetAtom(reviewMistakesAtom)
  const navigate = useNavigate()
  const { answered, correct, total } = scoreOf(run)
  const review = () => {
    reviewMistakes()
    scrollToTop()
  }
  return (
    <section className={`${layout.card} ${layout.stack}`} aria-labelledby="summary-title">
      <h2 id="summary-title">{quizText.summaryTitle}</h2>
      <p>
        {quizText.summary(correct, answered)}
        {answered < total && ` ${quizText.unanswered(total - answered)}`}
      </p>
      <div className={layout.buttonRow}>
        {correct < answered && (
          <Button appearance="emphasised" onClick={review}>
            {quizText.review}
          </Button>
        )}
        <Button appearance="outlined" onClick={() => void navigate('/home')}>
          {commonText.backHome}
        </Button>
      </div>
    </section>
  )
}

/** Scrolls the page to its top: smoothly, unless the person prefers reduced motion. */
function scrollToTop(): void {
  const prefersStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  window.scrollTo({ top: 0, behavior: prefersStill ? 'instant' : 'smooth' })
}
