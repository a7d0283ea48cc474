import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'

import { bankAtom, questionsAtom } from '../../questions/bank-atoms.ts'
import { requestQuizAtom } from '../quiz/quiz-atoms.ts'
import { percentCorrect, themeTotals } from './theme-totals.ts'
import type { ThemeTotals } from './theme-totals.ts'
import layout from '../../styles/layout.module.css'
import { isStatsLoadedAtom, tallyOfAtom } from '../../sync/sync-atoms.ts'
import { commonText, statsText } from '../../text.ts'
import { ArcChart } from '../../widgets/arc-chart.tsx'
import { Loading } from '../../widgets/loading.tsx'
import { Notification } from '../../widgets/notification.tsx'
import { BankProblem } from '../../frame/bank-problem.tsx'
import { DocumentTitle } from '../../frame/document-title.tsx'
import { FocusedHeading } from '../../frame/focused-heading.tsx'
import { HomeButton } from '../../frame/home-button.tsx'
import { LogoutButton } from '../../frame/logout-button.tsx'
import { ScreenHeader } from '../../frame/screen-header.tsx'
import { StatsExport } from './stats-export.tsx'
import { useStatsLoad } from '../../frame/stats-load.ts'

/** Accuracy per theme; a theme's chart starts a quiz of it, lowest hits first. */
export function StatsScreen() {
  useStatsLoad()
  return (
    <>
      <DocumentTitle screen={statsText.title} />
      <ScreenHeader>
        <HomeButton />
        <LogoutButton />
      </ScreenHeader>
      <main className={`${layout.wide} ${layout.stack}`}>
        <FocusedHeading>{statsText.title}</FocusedHeading>
        <BankProblem />
        <StatsBody />
      </main>
    </>
  )
}

function StatsBody() {
  const bank = useAtomValue(bankAtom)
  const isStatsLoaded = useAtomValue(isStatsLoadedAtom)
  const questions = useAtomValue(questionsAtom)
  const tallyOf = useAtomValue(tallyOfAtom)
  const totals = useMemo(() => themeTotals(questions, tallyOf), [questions, tallyOf])

  if (bank.status === 'failed') return null
  if (totals.length > 0) return <StatsCharts totals={totals} />
  if (bank.status === 'loading' || !isStatsLoaded) return <Loading text={statsText.loading} />
  return <Notification appearance="neutral">{statsText.empty}</Notification>
}

function StatsCharts({ totals }: { totals: readonly ThemeTotals[] }) {
  const requestQuiz = useSetAtom(requestQuizAtom)
  const navigate = useNavigate()
  const practise = (theme: string) => {
    requestQuiz({ themes: [theme], mode: 'lowest-hits' })
    void navigate('/quiz')
  }
  return (
    <>
      <p className={layout.soft}>{statsText.hint}</p>
      <ul className={layout.statsGrid}>
        {totals.map(({ theme, tries, correct }) => (
          <li key={theme}>
            <ThemeChart theme={theme} tries={tries} correct={correct} onSelect={() => practise(theme)} />
          </li>
        ))}
      </ul>
      <StatsExport />
    </>
  )
}

function ThemeChart({ theme, tries, correct, onSelect }: ThemeTotals & { onSelect: () => void }) {
  const name = theme || commonText.noTheme
  const percent = percentCorrect({ tries, correct })
  return (
    <ArcChart
      percent={percent}
      name={name}
      minLabel={statsText.hits(correct)}
      joint={statsText.hitsInTries}
      maxLabel={statsText.tries(tries)}
      label={statsText.chart(name, percent, correct, tries)}
      onSelect={onSelect}
    />
  )
}
