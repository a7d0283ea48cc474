import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { areRunsReadAtom, openRunsAtom } from '../../run/open-runs.ts'
import type { OpenRun } from '../../run/open-runs.ts'
import { continueRunAtom } from '../../run/run-atoms.ts'
import layout from '../../styles/layout.module.css'
import { homeText } from '../../text/study.ts'
import { Button } from '../../widgets/button.tsx'
import styles from './home.module.css'

/**
 * Longest time that the content below the list waits for the list, so that a late list does not move a button while the
 * user presses it.
 */
const MAX_WAIT_MS = 1000

/** Whether the open runs are known or the wait for a slow device is over. */
export function useOpenRunsSettled(): boolean {
  const areRunsRead = useAtomValue(areRunsReadAtom)
  const [isPatient, setPatient] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), MAX_WAIT_MS)
    return () => clearTimeout(timer)
  }, [])
  return areRunsRead || !isPatient
}

/** Buttons that continue the unfinished runs, most recently used first. */
export function OpenRuns() {
  const [newest, ...earlier] = useAtomValue(openRunsAtom)
  if (newest === undefined) return null
  return (
    <section className={`${layout.card} ${styles.openRuns}`} aria-labelledby="open-runs-title">
      <h2 id="open-runs-title" className={styles.title}>
        {homeText.openRuns}
      </h2>
      <ContinueRun run={newest} appearance="emphasised" />
      {earlier.length > 0 && (
        <ul className={styles.earlierRuns}>
          {earlier.map((run) => (
            <li key={run.id}>
              <ContinueRun run={run} appearance="outlined" />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function ContinueRun({ run, appearance }: { run: OpenRun; appearance: 'emphasised' | 'outlined' }) {
  const continueRun = useSetAtom(continueRunAtom)
  const navigate = useNavigate()
  const id = useId()
  const goOn = () => {
    continueRun(run.id)
    void navigate('/quiz')
  }
  return (
    <div className={styles.continueRun}>
      <Button appearance={appearance} aria-describedby={id} onClick={goOn}>
        {homeText.continueRun(run.answered, run.total)}
      </Button>
      <span id={id} className={styles.about}>
        {homeText.aboutRun(run.themes, run.startedAtMs)}
      </span>
    </div>
  )
}
