import { useId } from 'react'

import styles from './segmented.module.css'

type SegmentedProps<Value> = {
  label: string
  options: readonly { value: Value; text: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** Selects one of a few short options, as radio buttons that look like one bar. */
export function Segmented<Value extends string | number | null>(props: SegmentedProps<Value>) {
  const { label, options, value, onChange } = props
  const name = useId()
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.bar}>
        {options.map((option) => (
          <label key={option.text} className={styles.segment}>
            <input
              type="radio"
              name={name}
              className={styles.input}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className={styles.text}>{option.text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
