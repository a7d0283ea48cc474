import { useId, useMemo, useRef } from 'react'
import type { KeyboardEvent, RefObject } from 'react'

import { IconButton } from './button.tsx'
import { RemovableChip } from './chip.tsx'
import fieldStyles from './field.module.css'
import { Icon } from './icon.tsx'
import { useListbox } from './listbox.ts'
import { Loading } from './loading.tsx'
import { MultiSelectList, optionId } from './multi-select-list.tsx'
import styles from './multi-select.module.css'

type MultiSelectProps = {
  label: string
  /** Text shown while no option is chosen; also the name of the open list. */
  placeholder: string
  /**
   * Hint below the field, read after its name and value. The loading text replaces the hint while the options are
   * loading.
   */
  hint?: string
  /**
   * Text with the number of chosen options, shown before the hint if several are chosen, because not all chips fit on
   * one line.
   */
  countText?: (amount: number) => string
  /** Distinct texts of the options. */
  options: readonly string[]
  /** Text below the field and in its open list while the options are loading. */
  loadingText?: string | undefined
  /** Chosen options; null means that the user has not chosen yet. */
  value: readonly string[] | null
  onChange: (value: string[]) => void
  clearLabel: string
  removeLabel: (option: string) => string
}

/**
 * Selects any number of options, as a select-only combobox with a multi-selectable listbox (WAI-ARIA Authoring Practices). The list
 * remains open while options are toggled, and the focus remains on the combobox.
 */
export function MultiSelect(props: MultiSelectProps) {
  const { label, placeholder, options, loadingText, onChange, clearLabel, removeLabel } = props
  const id = useId()
  const listId = `${id}-list`
  const hintId = props.hint === undefined ? undefined : `${id}-hint`
  const combobox = useRef<HTMLButtonElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const chosen = useMemo(() => new Set(props.value), [props.value])
  const isLoading = loadingText !== undefined
  const { onBlur, toggle, ...list } = useListbox({ combobox, frame }, { options, isLoading }, (option) =>
    onChange(toggled(chosen, option)),
  )

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
      <div ref={frame} className={`${fieldStyles.frame} ${styles.frame}`} onBlur={onBlur}>
        {chosen.size > 0 && <Chips {...{ chosen, removeLabel }} onChange={changeByButton} />}
        <Combobox ref={combobox} labelId={`${id}-label`} {...{ id, hintId, listId, chosen, placeholder }} {...list} />
        {chosen.size > 0 && <IconButton icon="cross" label={clearLabel} onClick={() => changeByButton([])} />}
        {isOpen && (
          <MultiSelectList
            id={listId}
            name={placeholder}
            {...{ options, loadingText, chosen, activeIndex, onKeyDown }}
            onToggle={toggle}
          />
        )}
      </div>
      {hintId !== undefined && <Hint {...props} id={hintId} chosenCount={chosen.size} />}
    </div>
  )
}

function toggled(chosen: ReadonlySet<string>, option: string): string[] {
  return chosen.has(option) ? [...chosen].filter((other) => other !== option) : [...chosen, option]
}

type HintProps = Pick<MultiSelectProps, 'hint' | 'countText' | 'loadingText'> & { id: string; chosenCount: number }

function Hint({ id, hint, countText, loadingText, chosenCount }: HintProps) {
  if (loadingText !== undefined) {
    return (
      <div id={id} className={fieldStyles.hint}>
        <Loading compact text={loadingText} />
      </div>
    )
  }
  return (
    <p className={fieldStyles.hint}>
      {chosenCount > 1 && countText && `${countText(chosenCount)} · `}
      <span id={id}>{hint}</span>
    </p>
  )
}

type ChipsProps = {
  chosen: ReadonlySet<string>
  removeLabel: (option: string) => string
  onChange: (value: string[]) => void
}

/** Chosen options on one line that scrolls horizontally. Pressing a chip removes its option. */
function Chips({ chosen, removeLabel, onChange }: ChipsProps) {
  return (
    <ul className={styles.chips}>
      {Array.from(chosen, (option) => (
        <li key={option} ref={showEnd}>
          <RemovableChip
            text={option}
            label={removeLabel(option)}
            onClick={() => onChange([...chosen].filter((other) => other !== option))}
          />
        </li>
      ))}
    </ul>
  )
}

/** Scrolls the line to its end when a chip appears, because the newest chip is last. */
function showEnd(chip: HTMLLIElement | null): void {
  const line = chip?.parentElement
  if (line) line.scrollLeft = line.scrollWidth
}

type ComboboxProps = {
  ref: RefObject<HTMLButtonElement | null>
  id: string
  labelId: string
  /** Id of the hint's element, if there is a hint. */
  hintId: string | undefined
  listId: string
  isOpen: boolean
  activeIndex: number
  chosen: ReadonlySet<string>
  placeholder: string
  onPress: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/**
 * The button that opens the list and keeps the focus. Chips show the choice, so the button contains the choice only for
 * assistive technology.
 */
function Combobox(props: ComboboxProps) {
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
      aria-activedescendant={isOpen && activeIndex >= 0 ? optionId(listId, activeIndex) : undefined}
      onClick={onPress}
      onKeyDown={onKeyDown}
    >
      {chosen.size === 0 ? placeholder : <span className="visually-hidden">{[...chosen].join(', ')}</span>}
      <Icon name="chevron-down" />
    </button>
  )
}
