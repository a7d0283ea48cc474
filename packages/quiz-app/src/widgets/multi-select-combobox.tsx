import type { KeyboardEvent, RefObject } from 'react'

import { Icon } from './icon.tsx'
import { optionId } from './multi-select-list.tsx'
import styles from './multi-select.module.css'

type MultiSelectComboboxProps = {
  ref: RefObject<HTMLButtonElement | null>
  id: string
  labelId: string
  /** What describes the choice, if anything does. */
  hintId: string | undefined
  listId: string
  isOpen: boolean
  activeIndex: number
  chosen: ReadonlySet<string>
  placeholder: string
  onPress: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** The button that opens the list and keeps the focus. Chips show the choice; its text is for assistive technology. */
export function MultiSelectCombobox(props: MultiSelectComboboxProps) {
  const { ref, id, labelId, hintId, listId, isOpen, activeIndex, chosen, placeholder, onPress, onKeyDown } = props
  return (
    <button
      ref={ref}
      id={id}
      type="button"
      className={styles.combobox}
      role="combobox"
      aria-labelledby={labelId}
      aria-describedby={hintId}
      aria-haspopup="listbox"
      aria-expanded={isOpen}
      aria-controls={listId}
      aria-activedescendant={isOpen ? optionId(listId, activeIndex) : undefined}
      onClick={onPress}
      onKeyDown={onKeyDown}
    >
      {chosen.size === 0 ? placeholder : <span className="visually-hidden">{[...chosen].join(', ')}</span>}
      <Icon name="chevron-down" />
    </button>
  )
}
