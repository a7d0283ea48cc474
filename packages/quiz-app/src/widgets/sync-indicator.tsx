import { Icon } from './icon.tsx'
import styles from './sync-indicator.module.css'

type SyncIndicatorProps = { state: 'positive' | 'warning'; text: string; tooltip?: string }

/** Whether everything has been sent (positive) or something waits (warning): by colour, drawing and words. */
export function SyncIndicator({ state, text, tooltip }: SyncIndicatorProps) {
  return (
    <span className={styles.indicator} data-state={state} role="status" title={tooltip}>
      <Icon name={state === 'positive' ? 'check' : 'clock'} />
      {text}
    </span>
  )
}
