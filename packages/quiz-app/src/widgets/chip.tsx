import type { ComponentProps, ReactNode } from 'react'

import styles from './chip.module.css'
import { Icon } from './icon.tsx'

/** Short label above the content that it describes. */
export function Chip({ children }: { children: ReactNode }) {
  return <span className={styles.chip}>{children}</span>
}

type RemovableChipProps = {
  text: string
  /** Accessible name, which describes the effect of a press. */
  label: string
} & Omit<ComponentProps<'button'>, 'children'>

/**
 * Button that shows a chosen text and removes it when pressed. The custom properties `--tone` and `--fill` of its container set
 * its colours.
 */
export function RemovableChip({ text, label, ...button }: RemovableChipProps) {
  return (
    <button {...button} type="button" className={styles.removable} aria-label={label}>
      {text}
      <Icon name="cross" />
    </button>
  )
}
