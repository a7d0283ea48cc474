import { memo, useDeferredValue } from 'react'
import type { KeyboardEvent, MouseEvent } from 'react'

import { Icon } from './icon.tsx'
import styles from './multi-select.module.css'

type MultiSelectListProps = {
  id: string
  name: string
  options: readonly string[]
  loadingText: string | undefined
  chosen: ReadonlySet<string>
  activeIndex: number
  onToggle: (index: number) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** Number of options that a longer list renders first; its visible part shows fewer options. */
const FIRST_OPTIONS = 100

/** Returns the id of an option's element, for `aria-activedescendant`. */
export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

/** The open list. The focus remains on the combobox; the active option is only marked and scrolled into view. */
export function MultiSelectList(props: MultiSelectListProps) {
  const { id, name, options, loadingText, chosen, activeIndex, onToggle, onKeyDown } = props
  // The other options are rendered later, without blocking the page.
  const shown = useDeferredValue(options, options.slice(0, FIRST_OPTIONS))

  const togglePressed = (event: MouseEvent<HTMLElement>) => {
    const option = (event.target as HTMLElement).closest('[role="option"]')
    if (option) onToggle(Array.prototype.indexOf.call(option.parentElement?.children, option))
  }
  return (
    <div
      ref={fitIntoView}
      id={id}
      className={styles.list}
      role="listbox"
      tabIndex={-1}
      aria-label={name}
      aria-multiselectable="true"
      aria-busy={loadingText !== undefined}
      onMouseDown={(event) => event.preventDefault()} // a press must not take the focus from the combobox
      onClick={togglePressed}
      onKeyDown={onKeyDown}
    >
      {loadingText !== undefined && <p className={styles.loading}>{loadingText}</p>}
      {shown.map((option, index) => (
        <Option
          key={option}
          id={optionId(id, index)}
          text={option}
          isChosen={chosen.has(option)}
          isActive={index === activeIndex}
        />
      ))}
    </div>
  )
}

/** Minimum height of the list. If the window has less space, the page scrolls instead. */
const LEAST_HEIGHT_PX = 200
const GAP_BELOW_PX = 12

/** Limits the list to the space in the window, so that opening the list scrolls the page only if there is very little space. */
function fitIntoView(list: HTMLElement | null): void {
  if (list === null) return
  const { top } = list.getBoundingClientRect()
  const room = document.documentElement.clientHeight - top - GAP_BELOW_PX
  list.style.setProperty('--room', `${Math.max(room, LEAST_HEIGHT_PX)}px`)
  list.scrollIntoView({ block: 'nearest' })
  // The active option was rendered before the list had its height.
  showInList(list.querySelector<HTMLElement>('[data-active]'))
}

/** Scrolls only the list until the option is visible. */
function showInList(option: HTMLElement | null): void {
  const list = option?.parentElement
  if (!option || !list) return
  const bottom = option.offsetTop + option.offsetHeight
  list.scrollTop = Math.min(option.offsetTop, Math.max(list.scrollTop, bottom - list.clientHeight))
}

type OptionProps = { id: string; text: string; isChosen: boolean; isActive: boolean }

/** Option of the list, memoised so that moving or choosing among thousands of options renders only the changed options. */
const Option = memo(function Option({ id, text, isChosen, isActive }: OptionProps) {
  return (
    <div
      ref={isActive ? showInList : null}
      id={id}
      className={styles.option}
      role="option"
      aria-selected={isChosen}
      data-active={isActive || undefined}
    >
      {isChosen && <Icon name="check" />}
      {text}
    </div>
  )
})
