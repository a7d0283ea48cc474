import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'

import { DocumentTitle, FocusedHeading, ScreenHeader } from '../../frame/screen.tsx'
import { BankProblem, LogoutButton, StorageNotice, useStatsLoad } from '../../frame/study-screen.tsx'
import { bankAtom, selectionAtom, themeChoicesAtom } from '../../questions/bank.ts'
import { questionsIn } from '../../questions/selection.ts'
import type { OrderMode } from '../../questions/selection.ts'
import layout from '../../styles/layout.module.css'
import { tallyOfAtom } from '../../sync/sync-atoms.ts'
import { homeText } from '../../text/study.ts'
import { Button } from '../../widgets/button.tsx'
import { MultiSelect } from '../../widgets/multi-select.tsx'

const NO_BREAK_SPACE = '\u00a0'

/**
 * Chooses themes and an order. The theme filter lives here: going to the statistics leaves it behind, as specified, and
 * every visit starts with all themes.
 *
 * @param account a control of the header: what leads to the person's account
 */
export function HomeScreen({ account }: { account?: ReactNode }) {
  useStatsLoad()
  const themeChoices = useAtomValue(themeChoicesAtom)
  const select = useSetAtom(selectionAtom)
  const navigate = useNavigate()
  const [themes, setThemes] = useState<readonly string[] | null>([])
  const hint = useChoiceHint(themes ?? [])

  const start = (mode: OrderMode) => {
    if (themes === null) return // an empty list is a value and means all themes; no value blocks
    select({ themes, mode })
    void navigate('/quiz')
  }

  return (
    <>
      <DocumentTitle screen={homeText.title} />
      <ScreenHeader>
        {account}
        <LogoutButton />
      </ScreenHeader>
      <main className={`${layout.column} ${layout.stack}`}>
        <FocusedHeading>{homeText.title}</FocusedHeading>
        <StorageNotice />
        <BankProblem />
        <div className={`${layout.card} ${layout.stack}`}>
          <MultiSelect
            label={homeText.themes}
            placeholder={homeText.themesPlaceholder}
            hint={hint}
            options={themeChoices}
            value={themes}
            onChange={setThemes}
            clearLabel={homeText.clearThemes}
            removeLabel={homeText.removeTheme}
          />
          <div className={layout.buttonRow}>
            <Button appearance="outlined" onClick={() => start('random')}>
              {homeText.random}
            </Button>
            <Button appearance="outlined" onClick={() => start('least-answered')}>
              {homeText.leastAnswered}
            </Button>
            <Button appearance="outlined" onClick={() => start('lowest-hits')}>
              {homeText.lowestHits}
            </Button>
          </div>
        </div>
        <Button appearance="emphasised" fullWidth onClick={() => void navigate('/stats')}>
          {homeText.stats}
        </Button>
      </main>
    </>
  )
}

/** How many questions the choice holds; its line keeps its height until they are loaded. */
function useChoiceHint(themes: readonly string[]): string {
  const bank = useAtomValue(bankAtom)
  const tallyOf = useAtomValue(tallyOfAtom)
  return useMemo(() => {
    if (bank.status !== 'ready') return NO_BREAK_SPACE
    return homeText.chosen(questionsIn(bank.questions, { themes }, tallyOf).length)
  }, [bank, themes, tallyOf])
}
