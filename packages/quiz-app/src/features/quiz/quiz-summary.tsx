import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { FocusedHeading } from '../../frame/screen.tsx'
import { endRunAtom, repeatSelectionAtom, reviewMistakesAtom } from '../../run/run-atoms.ts'
import { mistakesOf, scoreOf } from '../../run/run.ts'
import type { Mistake, Run } from '../../run/run.ts'
import layout from '../../styles/layout.module.css'
import { commonText } from '../../text/common.ts'
import { quizText } from '../../text/study.ts'
import { Button } from '../../widgets/button.tsx'
import { Icon } from '../../widgets/icon.tsx'
import { scrollToTop } from './page-scroll.ts'
import styles from './quiz.module.css'

/** Number of mistakes shown at first and added with each press, because a run may have thousands. */
const MISTAKES_AT_ONCE = 30

/** Result of an ended run: its score, buttons to continue, and the mistakes. */
export function QuizSummary({ run }: { run: Run }) {
  const { answered, correct, total, percent } = scoreOf(run)
  const mistakes = mistakesOf(run)
  return (
    <>
      <div className={`${layout.card} ${layout.stack}`}>
        <FocusedHeading>{quizText.summaryTitle}</FocusedHeading>
        <div className={layout.tightStack}>
          <p className={answered > 0 ? styles.score : undefined}>
            {answered > 0 ? quizText.score(correct, answered, percent) : quizText.noneAnswered}
          </p>
          {answered > 0 && answered < total && <p className={layout.soft}>{quizText.unanswered(total - answered)}</p>}
          {answered > 0 && mistakes.length === 0 && <p>{quizText.noMistakes}</p>}
        </div>
        <WaysOn hasMistakes={mistakes.length > 0} />
      </div>
      {mistakes.length > 0 && <Mistakes mistakes={mistakes} />}
    </>
  )
}

function WaysOn({ hasMistakes }: { hasMistakes: boolean }) {
  const review = useSetAtom(reviewMistakesAtom)
  const repeat = useSetAtom(repeatSelectionAtom)
  const end = useSetAtom(endRunAtom)
  const navigate = useNavigate()
  const goTo = (change: () => void) => {
    change()
    scrollToTop()
  }
  return (
    <div className={styles.ways}>
      {hasMistakes && (
        <Button appearance="emphasised" onClick={() => goTo(review)}>
          {quizText.review}
        </Button>
      )}
      <Button appearance={hasMistakes ? 'outlined' : 'emphasised'} onClick={() => goTo(repeat)}>
        {quizText.newRun}
      </Button>
      <Button appearance="outlined" onClick={() => goTo(() => end(false))}>
        {quizText.backToQuestions}
      </Button>
      <Button appearance="outlined" onClick={() => void navigate('/home')}>
        {commonText.backHome}
      </Button>
    </div>
  )
}

function Mistakes({ mistakes }: { mistakes: readonly Mistake[] }) {
  const [shownCount, setShownCount] = useState(MISTAKES_AT_ONCE)
  const hiddenCount = mistakes.length - shownCount
  return (
    <section className={layout.tightStack} aria-labelledby="mistakes-title">
      <h2 id="mistakes-title">{quizText.mistakes(mistakes.length)}</h2>
      <ol className={styles.mistakes}>
        {mistakes.slice(0, shownCount).map((mistake) => (
          <li key={mistake.id} className={layout.card}>
            <MistakeView mistake={mistake} />
          </li>
        ))}
      </ol>
      {hiddenCount > 0 && (
        <Button appearance="outlined" onClick={() => setShownCount(shownCount + MISTAKES_AT_ONCE)}>
          {quizText.moreMistakes(Math.min(hiddenCount, MISTAKES_AT_ONCE))}
        </Button>
      )}
    </section>
  )
}

function MistakeView({ mistake: { question, chosen, right } }: { mistake: Mistake }) {
  return (
    <div className={layout.tightStack}>
      <p className={styles.asked}>{question}</p>
      <dl className={styles.answers}>
        <div data-right="false">
          <dt>
            <Icon name="cross" />
            {quizText.yourAnswer}
          </dt>
          <dd>{chosen}</dd>
        </div>
        <div data-right="true">
          <dt>
            <Icon name="check" />
            {quizText.rightAnswer}
          </dt>
          <dd>{right}</dd>
        </div>
      </dl>
    </div>
  )
}
