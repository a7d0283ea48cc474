import { useId } from 'react'
import type { ComponentProps } from 'react'

import styles from './field.module.css'

type TextFieldProps = {
  label: string
  /** Hint that is always visible below the field and read after its name. */
  hint?: string
  invalid?: boolean
} & ComponentProps<'input'>

/** Text field with a label above. Other props, including `ref`, are passed to its `<input>`. */
export function TextField({ label, hint, invalid = false, ...input }: TextFieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        className={styles.control}
        aria-invalid={invalid || undefined}
        aria-describedby={hint ? hintId : undefined}
      />
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
