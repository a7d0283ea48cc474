import styles from './loading.module.css'

type LoadingProps = {
  text: string
  /** Takes no more room than its line, below what is being waited for. */
  compact?: boolean
}

/** Says what is being waited for. */
export function Loading({ text, compact = false }: LoadingProps) {
  return (
    <p className={styles.loading} data-compact={compact || undefined} role="status">
      <span className={styles.wheel} aria-hidden="true" />
      {text}
    </p>
  )
}
