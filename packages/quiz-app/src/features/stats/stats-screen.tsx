import { useAtomValue, useSetAtom } from 'jotai'
import { useId, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'

import { DocumentTitle, FocusedHeading, ScreenHeader } from '../../frame/screen.tsx'
import { BankProblem, HomeButton, LogoutButton } from '../../frame/study-screen.tsx'
import { bankAtom, questionsAtom, selectionAtom } from '../../questions/bank.ts'
import layout from '../../styles/layout.module.css'
import { isStatsLoadedAtom, tallyOfAtom } from '../../sync/sync-atoms.ts'
import { commonText } from '../../text/common.ts'
import { statsText } from '../../text/study.ts'
import { ArcChart } from '../../widgets/arc-chart.tsx'
import { Button } from '../../widgets/button.tsx'
import { downloadFile } from '../../widgets/download-file.ts'
import { Icon } from '../../widgets/icon.tsx'
import { Loading } from '../../widgets/loading.tsx'
import { Notification } from '../../widgets/notification.tsx'
import { exportRows, toCsv, toJson } from './export.ts'
import { percentCorrect } from '../../sync/tally.ts'
import { bankTotals, themeTotals } from './stats.ts'
import type { ThemeTotals, Totals } from './stats.ts'
import styles from './stats.module.css'

/** Shows the accuracy per theme. Pressing a theme's chart starts a quiz on the theme, lowest hits first. */
export function StatsScreen() {
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
  if (totals.length > 0) return <StatsCharts themes={totals} all={bankTotals(questions, totals)} />
  if (bank.status === 'loading' || !isStatsLoaded) return <Loading text={statsText.loading} />
  return <NothingAnswered />
}

function NothingAnswered() {
  const navigate = useNavigate()
  return (
    <>
      <Notification appearance="neutral">{statsText.empty}</Notification>
      <div>
        <Button appearance="emphasised" onClick={() => void navigate('/home')}>
          {statsText.choose}
        </Button>
      </div>
    </>
  )
}

function StatsCharts({ themes, all }: { themes: readonly ThemeTotals[]; all: Totals }) {
  return (
    <>
      <div className={layout.tightStack}>
        <p>{statsText.total(all)}</p>
        <p className={layout.soft}>{statsText.hint}</p>
      </div>
      <ul className={layout.statsGrid}>
        {themes.map((totals) => (
          <ThemeStats key={totals.theme} {...totals} />
        ))}
      </ul>
      <StatsExport />
    </>
  )
}

/**
 * Chart of a theme. Pressing the chart starts a quiz on the theme. Below the chart are the share of seen questions and a button
 * for a quiz on the mistakes. Only the chart has the theme in its accessible name; the button has the theme as its description.
 */
function ThemeStats({ theme, tries, correct, seen, questions, hasMistakes }: ThemeTotals) {
  const select = useSetAtom(selectionAtom)
  const navigate = useNavigate()
  const nameId = useId()
  const practise = (mistakesOnly: boolean) => {
    select({ themes: [theme], mistakesOnly, mode: 'lowest-hits' })
    void navigate('/quiz')
  }
  const name = theme || commonText.noTheme
  const percent = percentCorrect({ tries, correct })
  return (
    <li className={styles.theme}>
      <ArcChart
        percent={percent}
        name={name}
        nameId={nameId}
        minLabel={statsText.hits(correct)}
        joint={statsText.hitsInTries}
        maxLabel={statsText.tries(tries)}
        label={statsText.chart(name, percent, correct, tries)}
        onSelect={() => practise(false)}
      />
      <div className={styles.below}>
        <p>{statsText.coverage(seen, questions)}</p>
        {hasMistakes && (
          <Button aria-describedby={nameId} onClick={() => practise(true)}>
            {commonText.mistakesOnly}
          </Button>
        )}
      </div>
    </li>
  )
}

/** Buttons that download the user's own statistics. */
function StatsExport() {
  const questions = useAtomValue(questionsAtom)
  const tallyOf = useAtomValue(tallyOfAtom)
  const fileName = (extension: string) => `${statsText.exportFile}.${extension}`
  const rows = () => exportRows(questions, tallyOf)
  return (
    <div className={styles.files}>
      <Button
        appearance="outlined"
        onClick={() => downloadFile(fileName('csv'), 'text/csv;charset=utf-8', toCsv(rows(), statsText.exportColumns))}
      >
        <Icon name="download" />
        {statsText.exportCsv}
      </Button>
      <Button appearance="outlined" onClick={() => downloadFile(fileName('json'), 'application/json', toJson(rows()))}>
        <Icon name="download" />
        {statsText.exportJson}
      </Button>
    </div>
  )
}
