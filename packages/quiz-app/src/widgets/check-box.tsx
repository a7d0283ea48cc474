import { useId } from 'react'

import styles from './check-box.module.css'
import { Icon } from './icon.tsx'

type CheckBoxProps = {
  label: string
  /** Short note next to the label, which screen readers read after the label. */
  note?: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** Checkbox with a label and an optional note. */
export function CheckBox({ label, note, checked, disabled = false, onChange }: CheckBoxProps) {
  const id = useId()
  return (
    <div className={styles.line}>
      <input
        id={id}
        type="checkbox"
        className={styles.input}
        checked={checked}
        disabled={disabled}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={styles.box} aria-hidden="true">
        {checked && <Icon name="check" />}
      </span>
      <label htmlFor={id}>{label}</label>
      {note !== undefined && (
        <span id={`${id}-note`} className={styles.note}>
          {note}
        </span>
      )}
    </div>
  )
}
