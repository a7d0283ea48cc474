/** What a key asks the list to do. A move leads to option `activeIndex`, and like typing it opens a closed list. */
export type ListboxAction =
  | { kind: 'move'; activeIndex: number }
  | { kind: 'type'; character: string }
  | { kind: 'toggle' }
  | { kind: 'close' }

type Key = { key: string; altKey: boolean; ctrlKey: boolean; metaKey: boolean }
type ListboxPosition = { isOpen: boolean; activeIndex: number; count: number }

const PAGE_LENGTH = 10

/**
 * The keys of a select-only combobox with several choices (WAI-ARIA Authoring Practices, "Select-Only Combobox" and
 * "Listbox"), or null when the key is not the list's business.
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
