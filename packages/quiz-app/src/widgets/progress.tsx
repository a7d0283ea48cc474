import styles from './progress.module.css'

type ProgressProps = {
  /** From 0 to `max`. */
  value: number
  max: number
  /** Accessible name of the progress bar. */
  label: string
  /** Value in words, shown above the bar and read instead of the number. */
  text: string
}

/** Progress bar for a known amount of work. */
export function Progress({ value, max, label, text }: ProgressProps) {
  const share = max > 0 ? Math.min(Math.max(value / max, 0), 1) : 0
  return (
    <div className={styles.progress}>
      <span className={styles.text} aria-hidden="true">
        {text}
      </span>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuenow={value}
        aria-valuemax={max}
        aria-valuetext={text}
      >
        <div className={styles.bar} style={{ inlineSize: `${share * 100}%` }} />
      </div>
    </div>
  )
}
