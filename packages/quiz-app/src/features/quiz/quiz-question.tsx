import { useSetAtom } from 'jotai'

import { answerAtom, moveAtom } from './quiz-atoms.ts'
import { isFirst, isLast, shownAlternatives } from './quiz.ts'
import type { AlternativeState, Quiz, QuizQuestion } from './quiz.ts'
import layout from '../../styles/layout.module.css'
import { quizText } from '../../text.ts'
import { AlternativeButton } from '../../widgets/alternative-button.tsx'
import { Button } from '../../widgets/button.tsx'
import { Chip } from '../../widgets/chip.tsx'
import { Progress } from '../../widgets/progress.tsx'
import { FocusedHeading } from '../../frame/focused-heading.tsx'
import { useQuizKeys } from './quiz-keys.ts'
import { QuizSummary } from './quiz-summary.tsx'
import { scrollToTop } from './scroll.ts'
import { Verdict } from './verdict.tsx'

type QuizQuestionViewProps = { quiz: Quiz; question: QuizQuestion; onHelp: () => void }

const STATE_TEXTS: Partial<Record<AlternativeState, string>> = {
  'correct-chosen': quizText.right,
  correct: quizText.right,
  'wrong-chosen': quizText.wrongChoice,
}

/** A question, its alternatives, the verdict once answered, and the way on. */
export function QuizQuestionView({ quiz, question, onHelp }: QuizQuestionViewProps) {
  const answer = useSetAtom(answerAtom)
  const move = useSetAtom(moveAtom)
  const alternatives = shownAlternatives(question)

  const goTo = (step: 1 | -1) => {
    move(step)
    scrollToTop()
  }
  const isNextDisabled = question.answered && isLast(quiz)
  useQuizKeys({
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
        value={quiz.index}
        max={quiz.questions.length}
        label={quizText.progress}
        text={quizText.position(quiz.index + 1, quiz.questions.length)}
      />
      <div className={layout.ends}>
        <Button appearance="outlined" disabled={isFirst(quiz)} onClick={() => goTo(-1)}>
          {quizText.previous}
        </Button>
        <Button appearance="emphasised" disabled={isNextDisabled} onClick={() => goTo(1)}>
          {quizText.next}
        </Button>
      </div>
      {isNextDisabled && <QuizSummary quiz={quiz} />}
    </>
  )
}

function stateTextOf(state: AlternativeState): { stateText?: string } {
  const stateText = STATE_TEXTS[state]
  return stateText === undefined ? {} : { stateText }
}
