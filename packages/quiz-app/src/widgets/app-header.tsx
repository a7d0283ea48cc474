import type { ReactNode } from 'react'

import styles from './app-header.module.css'

/** Header of each screen with the product's name and the screen's controls. */
export function AppHeader({ product, children }: { product: string; children?: ReactNode }) {
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <p className={styles.product}>{product}</p>
        <div className={styles.controls}>{children}</div>
      </div>
    </header>
  )
}
