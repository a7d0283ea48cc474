import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'

import { DocumentTitle, FocusedHeading, ScreenHeader } from '../../frame/screen.tsx'
import { BankProblem, LogoutButton, RefusedAnswers, StorageNotice, useStatsLoad } from '../../frame/study-screen.tsx'
import { bankAtom, mistakesAtom, questionsAtom, selectionAtom, themeChoicesAtom } from '../../questions/bank.ts'
import { ofThemes } from '../../questions/selection.ts'
import type { OrderMode } from '../../questions/selection.ts'
import { RUN_LENGTHS, studyChoiceAtom } from '../../questions/study-choice.ts'
import layout from '../../styles/layout.module.css'
import { commonText } from '../../text/common.ts'
import { homeText } from '../../text/study.ts'
import { Button } from '../../widgets/button.tsx'
import { CheckBox } from '../../widgets/check-box.tsx'
import { Loading } from '../../widgets/loading.tsx'
import { MultiSelect } from '../../widgets/multi-select.tsx'
import { Notification } from '../../widgets/notification.tsx'
import { Segmented } from '../../widgets/segmented.tsx'
import styles from './home.module.css'
import { OpenRuns, useOpenRunsSettled } from './open-runs-list.tsx'

/** Placeholder for a number, so that the line has its full height before the questions are loaded. */
const NO_BREAK_SPACE = '\u00a0'

const ORDERS: readonly { mode: OrderMode; text: string }[] = [
  { mode: 'random', text: homeText.random },
  { mode: 'least-answered', text: homeText.leastAnswered },
  { mode: 'lowest-hits', text: homeText.lowestHits },
]

const LENGTHS = RUN_LENGTHS.map((value) => ({ value, text: value === null ? homeText.allQuestions : String(value) }))

/**
 * Screen on which the user chooses questions and their order.
 *
 * @param account header control that opens the user's account
 */
export function HomeScreen({ account }: { account?: ReactNode }) {
  useStatsLoad()
  const isSettled = useOpenRunsSettled()
  return (
    <>
      <DocumentTitle screen={homeText.title} />
      <ScreenHeader>
        {account}
        <LogoutButton />
      </ScreenHeader>
      <main className={`${styles.page} ${layout.stack}`}>
        <FocusedHeading>{homeText.title}</FocusedHeading>
        <StorageNotice />
        <RefusedAnswers />
        <BankProblem />
        <SkippedQuestions />
        <OpenRuns />
        {isSettled ? <NewRun /> : <Loading text={commonText.loading} />}
      </main>
    </>
  )
}

/** Shows how many questions of the bank are unreadable. Renders nothing if all questions are readable. */
function SkippedQuestions() {
  const bank = useAtomValue(bankAtom)
  if (bank.status !== 'ready' || bank.skipped === 0) return null
  return <Notification appearance="warning">{homeText.skipped(bank.skipped)}</Notification>
}

/**
 * Choice of a new run. Opening the statistics clears the themes (specification §2). Otherwise, the themes and the
 * length are kept.
 */
function NewRun() {
  const select = useSetAtom(selectionAtom)
  const navigate = useNavigate()
  const [{ themes, runLength }, choose] = useAtom(studyChoiceAtom)
  const [wantsMistakes, setWantsMistakes] = useState(false)
  const { all, mistakes } = useCounts(themes)
  const mistakesOnly = wantsMistakes && mistakes > 0

  const start = (mode: OrderMode) => {
    // An empty list means all themes.
    select({ themes, mistakesOnly, mode, ...(runLength !== null && { limit: runLength }) })
    void navigate('/quiz')
  }
  const showStats = () => {
    choose({ themes: [] })
    void navigate('/stats')
  }
  return (
    <div className={styles.columns}>
      <div className={`${layout.card} ${layout.stack}`}>
        <ThemeField themes={themes} count={all} onChange={(chosen) => choose({ themes: chosen })} />
        <CheckBox
          label={commonText.mistakesOnly}
          note={all === 0 ? NO_BREAK_SPACE : homeText.mistakes(mistakes)}
          checked={mistakesOnly}
          disabled={mistakes === 0}
          onChange={setWantsMistakes}
        />
        <Segmented
          label={homeText.runLength}
          options={LENGTHS}
          value={runLength}
          onChange={(length) => choose({ runLength: length })}
        />
      </div>
      <div className={layout.stack}>
        <Orders size={Math.min(runLength ?? all, mistakesOnly ? mistakes : all)} onStart={start} />
        <Button appearance="emphasised" fullWidth onClick={showStats}>
          {homeText.stats}
        </Button>
      </div>
    </div>
  )
}

/** Buttons that start a run. `size` is the number of its questions. */
function Orders({ size, onStart }: { size: number; onStart: (mode: OrderMode) => void }) {
  const { status } = useAtomValue(bankAtom)
  const runSize = size === 0 ? NO_BREAK_SPACE : homeText.runSize(size)
  return (
    <section className={`${layout.card} ${layout.tightStack}`} aria-labelledby="start-title">
      <h2 id="start-title" className={styles.title}>
        {homeText.start}
      </h2>
      <p className={layout.soft}>{status === 'loading' ? homeText.questionsLoading : runSize}</p>
      <div className={layout.buttonRow}>
        {ORDERS.map(({ mode, text }) => (
          <Button key={mode} appearance="outlined" onClick={() => onStart(mode)}>
            {text}
          </Button>
        ))}
      </div>
    </section>
  )
}

type ThemeFieldProps = { themes: string[]; count: number; onChange: (themes: string[]) => void }

function ThemeField({ themes, count, onChange }: ThemeFieldProps) {
  const { status } = useAtomValue(bankAtom)
  const themeChoices = useAtomValue(themeChoicesAtom)
  return (
    <MultiSelect
      label={homeText.themes}
      placeholder={homeText.themesPlaceholder}
      hint={status === 'ready' ? homeText.chosen(count) : NO_BREAK_SPACE}
      countText={homeText.chosenThemes}
      options={themeChoices}
      loadingText={status === 'loading' ? homeText.themesLoading : undefined}
      value={themes}
      onChange={onChange}
      clearLabel={homeText.clearThemes}
      removeLabel={homeText.removeTheme}
    />
  )
}

/** Returns the number of questions in the themes, and how many of those questions were answered wrong. */
function useCounts(themes: readonly string[]) {
  const questions = useAtomValue(questionsAtom)
  const mistakes = useAtomValue(mistakesAtom)
  return { all: ofThemes(questions, themes).length, mistakes: ofThemes(mistakes, themes).length }
}
