import styles from './loading.module.css'

type LoadingProps = {
  text: string
  /** Whether the element is only as high as its line of text. */
  compact?: boolean
}

/** Shows a loading text and announces it to screen readers. */
export function Loading({ text, compact = false }: LoadingProps) {
  return (
    <p className={styles.loading} data-compact={compact || undefined} role="status">
      <span className={styles.wheel} aria-hidden="true" />
      {text}
    </p>
  )
}
