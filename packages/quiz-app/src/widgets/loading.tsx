import styles from './loading.module.css'

/** Says what is being waited for. */
export function Loading({ text }: { text: string }) {
  return (
    <p className={styles.loading} role="status">
      <span className={styles.wheel} aria-hidden="true" />
      {text}
    </p>
  )
}
