import type { ReactNode } from 'react'

import styles from './app-header.module.css'

/** The bar on top of each screen: the product's name, then the screen's controls. */
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
