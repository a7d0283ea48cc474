import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent } from 'react'

import { areShortcutsOnAtom } from './shortcuts-atom.ts'
import { shortcutOf } from './shortcuts.ts'

type QuizActions = {
  choose: (place: number) => void
  previous: () => void
  next: () => void
  help: () => void
}

/**
 * Lets the keyboard answer and move while a question is on screen. The listener outlives the questions, so that no key
 * falls between two of them, and the actions read the run as it is at the press.
 */
export function useShortcuts(isAsking: boolean, actions: QuizActions): void {
  const areShortcutsOn = useAtomValue(areShortcutsOnAtom)

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, altKey, metaKey } = event
    const shortcut = shortcutOf({ key, ctrlKey, altKey, metaKey, isTyping: isTyping(event.target) })
    if (!isAsking || shortcut === null || event.defaultPrevented || event.repeat) return
    event.preventDefault()
    if (shortcut.name === 'choose') actions.choose(shortcut.place)
    else actions[shortcut.name]()
  })

  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    if (areShortcutsOn) document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [areShortcutsOn])
}

/** Keys belong to fields and to an open dialog before they belong to the quiz. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog') !== null
}
