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
 * Lets the user answer and move with the keyboard while a question is shown. One listener serves all questions, so that no key
 * press is lost between two questions, and the actions read the run's state at the time of the key press.
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

/** Whether a field or an open dialog should receive the key instead of the quiz. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog') !== null
}
