import type { ReactNode } from 'react'

import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'
import styles from './notification.module.css'

type Appearance = 'negative' | 'warning' | 'positive' | 'neutral'

const ICONS: Record<Appearance, IconName> = {
  negative: 'warning',
  warning: 'warning',
  positive: 'check',
  neutral: 'info',
}

/** A message on the page. Screen readers read a negative message immediately, and any other message at the next pause. */
export function Notification({ appearance, children }: { appearance: Appearance; children: ReactNode }) {
  return (
    <div
      className={styles.notification}
      data-appearance={appearance}
      role={appearance === 'negative' ? 'alert' : 'status'}
    >
      <Icon name={ICONS[appearance]} />
      <div className={styles.message}>{children}</div>
    </div>
  )
}
