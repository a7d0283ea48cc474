import type { ComponentProps } from 'react'

import styles from './button.module.css'
import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'

type ButtonProps = {
  appearance?: 'neutral' | 'outlined' | 'emphasised' | 'destructive'
  /** Takes the whole line. */
  fullWidth?: boolean
} & ComponentProps<'button'>

/** A button; unlike HTML's own it submits a form only when asked to with `type="submit"`. */
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

/** A square button that shows only a drawing. */
export function IconButton({ icon, label, ...button }: IconButtonProps) {
  return (
    <button {...button} type="button" className={styles.iconButton} aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  )
}
