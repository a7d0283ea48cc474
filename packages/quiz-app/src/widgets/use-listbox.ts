import { useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent, RefObject } from 'react'

import { readListboxKey } from './listbox-keys.ts'
import type { ListboxAction } from './listbox-keys.ts'
import { findTyped, NOTHING_TYPED, typeLetter } from './type-ahead.ts'

type Combobox = RefObject<HTMLButtonElement | null>

/** Whether the list of a combobox is open, which option is active, and what keys and presses do about it. */
export function useListbox(combobox: Combobox, options: readonly string[], onToggle: (option: string) => void) {
  const [wantsOpen, setOpen] = useState(false)
  const [lastActiveIndex, setActiveIndex] = useState(0)
  const findByTyping = useTypeAhead()
  const isOpen = wantsOpen && options.length > 0
  const activeIndex = Math.min(lastActiveIndex, options.length - 1)

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
    if (event.key === 'Tab') return // closes the list and goes its way
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

/** Collects the letters of a word over several key presses and finds the option they lead to, or -1. */
function useTypeAhead() {
  const typed = useRef(NOTHING_TYPED)
  return (options: readonly string[], activeIndex: number, character: string, nowMs: number) => {
    typed.current = typeLetter(typed.current, character, nowMs)
    return findTyped(options, typed.current.text, activeIndex)
  }
}
