/** Letters typed in a row and when the last of them came. */
export type TypedLetters = { text: string; atMs: number }

/** A longer pause starts a new word. */
export const TYPE_AHEAD_PAUSE_MS = 700

export const NOTHING_TYPED: TypedLetters = { text: '', atMs: 0 }

/** The word so far after one more character. */
export function typeLetter(typed: TypedLetters, character: string, nowMs: number): TypedLetters {
  const isNewWord = nowMs - typed.atMs > TYPE_AHEAD_PAUSE_MS
  return { text: isNewWord ? character : typed.text + character, atMs: nowMs }
}

/**
 * Index of the option that typing leads to, or -1. A word searches from the active option on; the same letter again
 * and again steps through the options that start with it. Case and accents do not matter, and the search wraps around.
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
