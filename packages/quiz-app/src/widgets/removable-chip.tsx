import type { ComponentProps } from 'react'

import { Icon } from './icon.tsx'
import styles from './removable-chip.module.css'

type RemovableChipProps = {
  text: string
  /** Accessible name: what a press does. */
  label: string
} & Omit<ComponentProps<'button'>, 'children'>

/** A chosen text that a press removes. `--tone` and `--fill` of what it stands in colour it. */
export function RemovableChip({ text, label, ...button }: RemovableChipProps) {
  return (
    <button {...button} type="button" className={styles.chip} aria-label={label}>
      {text}
      <Icon name="cross" />
    </button>
  )
}
