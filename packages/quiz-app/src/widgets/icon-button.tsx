import type { ComponentProps } from 'react'

import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'
import styles from './icon-button.module.css'

type IconButtonProps = {
  icon: IconName
  /** Accessible name, also shown as a tooltip. */
  label: string
} & Omit<ComponentProps<'button'>, 'children'>

/** A square button that shows only a drawing. */
export function IconButton({ icon, label, ...button }: IconButtonProps) {
  return (
    <button {...button} type="button" className={styles.iconButton} aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  )
}
