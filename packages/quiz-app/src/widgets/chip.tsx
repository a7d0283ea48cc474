import type { ReactNode } from 'react'

import styles from './chip.module.css'

/** A short label for what stands below it. */
export function Chip({ children }: { children: ReactNode }) {
  return <span className={styles.chip}>{children}</span>
}
