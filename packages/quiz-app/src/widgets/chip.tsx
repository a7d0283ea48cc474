import type { ComponentProps, ReactNode } from 'react'

import styles from './chip.module.css'
import { Icon } from './icon.tsx'

/** A short label for what stands below it. */
export function Chip({ children }: { children: ReactNode }) {
  return <span className={styles.chip}>{children}</span>
}

type RemovableChipProps = {
  text: string
  /** Accessible name: what a press does. */
  label: string
} & Omit<ComponentProps<'button'>, 'children'>

/** A chosen text that a press removes. `--tone` and `--fill` of what it stands in colour it. */
export function RemovableChip({ text, label, ...button }: RemovableChipProps) {
  return (
    <button {...button} type="button" className={styles.removable} aria-label={label}>
      {text}
      <Icon name="cross" />
    </button>
  )
}
