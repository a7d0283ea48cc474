/** What a key asks for on the quiz screen; `place` is the 0-based place of the alternative among those shown. */
export type Shortcut = { name: 'choose'; place: number } | { name: 'previous' } | { name: 'next' } | { name: 'help' }

/** The parts of a keyboard event that decide. */
export type PressedKey = { key: string; ctrlKey: boolean; altKey: boolean; metaKey: boolean; isTyping: boolean }

const PREVIOUS: Shortcut = { name: 'previous' }
const NEXT: Shortcut = { name: 'next' }
const HELP: Shortcut = { name: 'help' }

/** Reads a key; null while a person types into a field, with modifiers, and for every other key. */
export function shortcutOf({ key, ctrlKey, altKey, metaKey, isTyping }: PressedKey): Shortcut | null {
  if (isTyping || ctrlKey || altKey || metaKey) return null
  if (key === 'ArrowLeft') return PREVIOUS
  if (key === 'ArrowRight') return NEXT
  if (key === '?') return HELP
  if (/^[1-9]$/.test(key)) return { name: 'choose', place: Number(key) - 1 }
  if (/^[a-i]$/i.test(key)) return { name: 'choose', place: key.toUpperCase().charCodeAt(0) - 'A'.charCodeAt(0) }
  return null
}
