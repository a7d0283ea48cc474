import { useId, useMemo, useRef } from 'react'

import fieldStyles from './field.module.css'
import { IconButton } from './icon-button.tsx'
import { MultiSelectChips } from './multi-select-chips.tsx'
import { MultiSelectCombobox } from './multi-select-combobox.tsx'
import { MultiSelectList } from './multi-select-list.tsx'
import styles from './multi-select.module.css'
import { useListbox } from './use-listbox.ts'

type MultiSelectProps = {
  label: string
  /** Shown while nothing is chosen; also the name of the open list. */
  placeholder: string
  /** Always visible below the field, and read after its name and value. */
  hint?: string
  /** Distinct texts. */
  options: readonly string[]
  /** The chosen options; null means that the person has not chosen yet. */
  value: readonly string[] | null
  onChange: (value: string[]) => void
  clearLabel: string
  removeLabel: (option: string) => string
}

/**
 * Any number of options out of a list, as a select-only combobox with a multi-selectable listbox (WAI-ARIA Authoring
 * Practices). The list stays open while options are toggled; the focus stays on the combobox.
 */
export function MultiSelect(props: MultiSelectProps) {
  const { label, placeholder, hint, options, onChange, clearLabel, removeLabel } = props
  const id = useId()
  const listId = `${id}-list`
  const combobox = useRef<HTMLButtonElement>(null)
  const chosen = useMemo(() => new Set(props.value), [props.value])
  const { onBlur, toggle, ...list } = useListbox(combobox, options, (option) => onChange(toggled(chosen, option)))

  const changeByButton = (value: string[]) => {
    onChange(value)
    combobox.current?.focus() // the pressed button disappears
  }
  const { isOpen, activeIndex, onKeyDown } = list
  return (
    <div className={fieldStyles.field}>
      <label id={`${id}-label`} className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <div className={`${fieldStyles.frame} ${styles.frame}`} onBlur={onBlur}>
        {chosen.size > 0 && <MultiSelectChips {...{ chosen, removeLabel }} onChange={changeByButton} />}
        <MultiSelectCombobox
          ref={combobox}
          labelId={`${id}-label`}
          hintId={hint === undefined ? undefined : `${id}-hint`}
          {...{ id, listId, chosen, placeholder }}
          {...list}
        />
        {chosen.size > 0 && <IconButton icon="cross" label={clearLabel} onClick={() => changeByButton([])} />}
        {isOpen && (
          <MultiSelectList
            id={listId}
            name={placeholder}
            {...{ options, chosen, activeIndex, onKeyDown }}
            onToggle={toggle}
          />
        )}
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={fieldStyles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}

function toggled(chosen: ReadonlySet<string>, option: string): string[] {
  return chosen.has(option) ? [...chosen].filter((other) => other !== option) : [...chosen, option]
}
