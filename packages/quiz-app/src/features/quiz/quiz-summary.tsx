import { useSetAtom } from 'jotai'
import { useNavigate } from 'react-router-dom'

import { reviewErrorsAtom } from './quiz-atoms.ts'
import { scoreOf } from './quiz.ts'
import type { Quiz } from './quiz.ts'
import layout from '../../styles/layout.module.css'
import { commonText, quizText } from '../../text.ts'
import { Button } from '../../widgets/button.tsx'
import { scrollToTop } from './scroll.ts'

/** How the run went, once its last question is answered, and the ways on: the wrong ones again at once, or home. */
export function QuizSummary({ quiz }: { quiz: Quiz }) {
  const reviewErrors = useSetAtom(reviewErrorsAtom)
  const navigate = useNavigate()
  const { answered, correct, total } = scoreOf(quiz)
  const review = () => {
    reviewErrors()
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
