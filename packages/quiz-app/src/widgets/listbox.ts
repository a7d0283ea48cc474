import { useEffect, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent, RefObject } from 'react'

/** `frame` contains the combobox, its list and the other parts of the field. */
type ListboxElements = { combobox: RefObject<HTMLButtonElement | null>; frame: RefObject<HTMLElement | null> }

/** While the options are loading, the list opens without options. */
type ListboxContents = { options: readonly string[]; isLoading: boolean }

/** State of a combobox's list (open or closed, active option), and its handlers for keys and presses. */
export function useListbox(
  { combobox, frame }: ListboxElements,
  { options, isLoading }: ListboxContents,
  onToggle: (option: string) => void,
) {
  const [wantsOpen, setOpen] = useState(false)
  const [lastActiveIndex, setActiveIndex] = useState(0)
  const findByTyping = useTypeAhead()
  const isOpen = wantsOpen && (isLoading || options.length > 0)
  if (wantsOpen && !isOpen) setOpen(false) // options that arrive later do not open the list
  const activeIndex = Math.min(lastActiveIndex, options.length - 1)

  // A touch does not always move the focus, so this listener closes the list on a press outside the field. The pressed element
  // still receives the event.
  useEffect(() => {
    if (!isOpen) return undefined
    const closeWhenBeside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !frame.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeWhenBeside)
    return () => document.removeEventListener('pointerdown', closeWhenBeside)
  }, [isOpen, frame])

  const toggle = (index: number) => {
    const option = options[index]
    if (option === undefined) return
    setActiveIndex(index)
    onToggle(option)
  }
  const moveTo = (index: number) => {
    if (index !== -1) setActiveIndex(index)
    setOpen(true)
  }
  const perform = (action: ListboxAction, nowMs: number) => {
    if (action.kind === 'toggle') return toggle(activeIndex)
    if (action.kind === 'close') return setOpen(false)
    if (action.kind === 'move') return moveTo(action.activeIndex)
    return moveTo(findByTyping(options, activeIndex, action.character, nowMs))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const action = readListboxKey(event, { isOpen, activeIndex, count: options.length })
    if (!action) return
    perform(action, event.timeStamp)
    if (event.key === 'Tab') return // Tab closes the list and moves the focus as usual
    event.preventDefault()
    combobox.current?.focus()
  }
  const onPress = () => {
    setOpen(!isOpen)
    combobox.current?.focus() // Safari does not focus a pressed button
  }
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }
  return { isOpen, activeIndex, toggle, onKeyDown, onPress, onBlur }
}

/** Collects the letters of a word over several key presses and finds the index of the matching option, or -1. */
function useTypeAhead() {
  const typed = useRef(NOTHING_TYPED)
  return (options: readonly string[], activeIndex: number, character: string, nowMs: number) => {
    typed.current = typeLetter(typed.current, character, nowMs)
    return findTyped(options, typed.current.text, activeIndex)
  }
}

/** Action that a key triggers in the list. A move activates option `activeIndex`. Moving and typing open a closed list. */
export type ListboxAction =
  | { kind: 'move'; activeIndex: number }
  | { kind: 'type'; character: string }
  | { kind: 'toggle' }
  | { kind: 'close' }

type Key = { key: string; altKey: boolean; ctrlKey: boolean; metaKey: boolean }
type ListboxPosition = { isOpen: boolean; activeIndex: number; count: number }

const PAGE_LENGTH = 10

/**
 * Returns the action of a key in a select-only combobox with multiple selection (WAI-ARIA Authoring Practices, "Select-Only Combobox"
 * and "Listbox"), or null if the list ignores the key.
 */
export function readListboxKey(key: Key, position: ListboxPosition): ListboxAction | null {
  if (key.ctrlKey || key.metaKey) return null
  if (key.altKey) return readAltKey(key.key, position)

  const character = Array.from(key.key).length === 1 && key.key !== ' ' ? key.key : null
  if (character !== null) return { kind: 'type', character }
  return position.isOpen ? readOpenKey(key.key, position) : readClosedKey(key.key, position)
}

function readAltKey(key: string, { isOpen, activeIndex }: ListboxPosition): ListboxAction | null {
  if (key === 'ArrowDown' && !isOpen) return { kind: 'move', activeIndex }
  if (key === 'ArrowUp' && isOpen) return { kind: 'close' }
  return null
}

function readClosedKey(key: string, { activeIndex, count }: ListboxPosition): ListboxAction | null {
  switch (key) {
    case 'ArrowDown':
    case 'ArrowUp':
    case 'Enter':
    case ' ':
      return { kind: 'move', activeIndex }
    case 'Home':
      return { kind: 'move', activeIndex: 0 }
    case 'End':
      return { kind: 'move', activeIndex: count - 1 }
    default:
      return null
  }
}

function readOpenKey(key: string, { activeIndex, count }: ListboxPosition): ListboxAction | null {
  const moveTo = (index: number): ListboxAction => ({
    kind: 'move',
    activeIndex: Math.min(Math.max(index, 0), count - 1),
  })
  switch (key) {
    case 'ArrowDown':
      return moveTo(activeIndex + 1)
    case 'ArrowUp':
      return moveTo(activeIndex - 1)
    case 'PageDown':
      return moveTo(activeIndex + PAGE_LENGTH)
    case 'PageUp':
      return moveTo(activeIndex - PAGE_LENGTH)
    case 'Home':
      return moveTo(0)
    case 'End':
      return moveTo(count - 1)
    case 'Enter':
    case ' ':
      return { kind: 'toggle' }
    case 'Escape':
    case 'Tab':
      return { kind: 'close' }
    default:
      return null
  }
}

/** Letters typed in succession, and the time of the last letter. */
type TypedLetters = { text: string; atMs: number }

/** Longest pause between two letters of one word. A longer pause starts a new word. */
const TYPE_AHEAD_PAUSE_MS = 700

export const NOTHING_TYPED: TypedLetters = { text: '', atMs: 0 }

/** Adds a character to the typed word. */
export function typeLetter(typed: TypedLetters, character: string, nowMs: number): TypedLetters {
  const isNewWord = nowMs - typed.atMs > TYPE_AHEAD_PAUSE_MS
  return { text: isNewWord ? character : typed.text + character, atMs: nowMs }
}

/**
 * Returns the index of the option that matches the typed text, or -1. The search for a word starts at the active
 * option. The search for a letter, typed once or repeatedly, starts after the active option, so that it steps through
 * the options that start with this letter. The search wraps around, and ignores case and accents.
 */
export function findTyped(options: readonly string[], text: string, activeIndex: number): number {
  const letters = Array.from(fold(text))
  const first = letters[0]
  if (first === undefined) return -1

  const isRepeated = letters.every((letter) => letter === first)
  const prefix = isRepeated ? first : letters.join('')
  const start = activeIndex + (isRepeated ? 1 : 0)
  const order = options.map((_, offset) => (start + offset) % options.length)
  return order.find((index) => fold(options[index] ?? '').startsWith(prefix)) ?? -1
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
}
