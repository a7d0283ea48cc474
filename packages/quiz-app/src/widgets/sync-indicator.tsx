import { Icon } from './icon.tsx'
import styles from './sync-indicator.module.css'

type SyncIndicatorProps = {
  state: 'positive' | 'warning'
  text: string
  /** What is going on at this moment; it is seen once that takes longer than a blink. */
  note?: string
  /** When everything was last sent: a few words for everybody, and a sentence for whoever points at them. */
  lastSync?: { time: string; tooltip: string }
}

/** Whether everything has been sent (positive) or something waits (warning): by colour, drawing and words. */
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
