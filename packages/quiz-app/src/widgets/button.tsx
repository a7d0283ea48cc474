import type { ComponentProps } from 'react'

import styles from './button.module.css'
import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'

type ButtonProps = {
  appearance?: 'neutral' | 'outlined' | 'emphasised' | 'destructive'
  /** Whether the button fills the line. */
  fullWidth?: boolean
} & ComponentProps<'button'>

/** Button that submits its form only with `type="submit"`, unlike HTML's default. */
export function Button({ appearance = 'neutral', fullWidth = false, type = 'button', ...button }: ButtonProps) {
  return (
    <button
      {...button}
      type={type}
      className={styles.button}
      data-appearance={appearance}
      data-full-width={fullWidth || undefined}
    />
  )
}

type IconButtonProps = {
  icon: IconName
  /** Accessible name, also shown as a tooltip. */
  label: string
} & Omit<ComponentProps<'button'>, 'children'>

/** Square button that shows only an icon. */
export function IconButton({ icon, label, ...button }: IconButtonProps) {
  return (
    <button {...button} type="button" className={styles.iconButton} aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  )
}
