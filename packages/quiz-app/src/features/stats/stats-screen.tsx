import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'

import { DocumentTitle, FocusedHeading, ScreenHeader } from '../../frame/screen.tsx'
import { BankProblem, HomeButton, LogoutButton, useStatsLoad } from '../../frame/study-screen.tsx'
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
import { exportRows, percentCorrect, themeTotals, toCsv, toJson } from './stats.ts'
import type { ThemeTotals } from './stats.ts'
import styles from './stats.module.css'

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
  const select = useSetAtom(selectionAtom)
  const navigate = useNavigate()
  const practise = (theme: string) => {
    select({ themes: [theme], mode: 'lowest-hits' })
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

/** Hands the person's own numbers out as files. */
function StatsExport() {
  const questions = useAtomValue(questionsAtom)
  const tallyOf = useAtomValue(tallyOfAtom)
  const fileName = (extension: string) => `${statsText.exportFile}.${extension}`
  const rows = () => exportRows(questions, tallyOf)
  return (
    <div className={styles.files}>
      <Button
        appearance="outlined"
        onClick={() => downloadFile(fileName('csv'), 'text/csv', toCsv(rows(), statsText.exportColumns))}
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
