/** Shortcut of a key on the quiz screen. `place` is the zero-based position among the shown alternatives. */
export type Shortcut = { name: 'choose'; place: number } | { name: 'previous' } | { name: 'next' } | { name: 'help' }

/** Properties of a keyboard event that determine the shortcut. */
export type PressedKey = { key: string; ctrlKey: boolean; altKey: boolean; metaKey: boolean; isTyping: boolean }

const PREVIOUS: Shortcut = { name: 'previous' }
const NEXT: Shortcut = { name: 'next' }
const HELP: Shortcut = { name: 'help' }

/**
 * Returns the shortcut of a key, or null if the key is not a shortcut, is pressed with a modifier, or is typed into a
 * field.
 */
export function shortcutOf({ key, ctrlKey, altKey, metaKey, isTyping }: PressedKey): Shortcut | null {
  if (isTyping || ctrlKey || altKey || metaKey) return null
  if (key === 'ArrowLeft') return PREVIOUS
  if (key === 'ArrowRight') return NEXT
  if (key === '?') return HELP
  if (/^[1-9]$/.test(key)) return { name: 'choose', place: Number(key) - 1 }
  if (/^[a-i]$/i.test(key)) return { name: 'choose', place: key.toUpperCase().charCodeAt(0) - 'A'.charCodeAt(0) }
  return null
}
