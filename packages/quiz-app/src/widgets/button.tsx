import type { ComponentProps } from 'react'

import styles from './button.module.css'

type ButtonProps = {
  appearance?: 'neutral' | 'outlined' | 'emphasised'
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
