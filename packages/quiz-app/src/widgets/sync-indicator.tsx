import { Icon } from './icon.tsx'
import styles from './sync-indicator.module.css'

type SyncIndicatorProps = {
  state: 'positive' | 'warning'
  text: string
  /** Current activity, shown only if it takes longer than a moment. */
  note?: string
  /** Time of the last complete send, as a short text and a longer tooltip. */
  lastSync?: { time: string; tooltip: string }
}

/** Shows by colour, icon and words whether all answers are sent (positive) or some are pending (warning). */
export function SyncIndicator({ state, text, note, lastSync }: SyncIndicatorProps) {
  return (
    <span className={styles.indicator} data-state={state} role="status" title={lastSync?.tooltip}>
      <Icon name={state === 'positive' ? 'check' : 'clock'} />
      <span>
        <span>
          {text}
          {note && <span className={styles.note}> {note}</span>}
        </span>{' '}
        {lastSync && <span className={styles.time}>{lastSync.time}</span>}
      </span>
    </span>
  )
}
