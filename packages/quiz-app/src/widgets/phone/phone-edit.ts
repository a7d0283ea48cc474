// Computes the text after an edit from the `beforeinput` event, and writes the masked text with a browser editing command.
// Setting `value` instead would clear the field's undo history.

/** Text and selection of a field. */
export type FieldText = { text: string; start: number; end: number }

/**
 * Returns the field's text after an edit. Returns null for edits that the event alone does not determine, such as drop, cut and
 * input-method edits, which are masked afterwards.
 */
export function foreseeEdit(
  field: FieldText,
  inputType: string,
  inserted: string | null,
): { text: string; caret: number } | null {
  if (inputType === 'insertText' || inputType === 'insertFromPaste') {
    return inserted === null ? null : replace(field, field.start, field.end, inserted)
  }
  const erased = erasedRange(field, inputType)
  return erased && replace(field, ...erased, '')
}

function erasedRange({ text, start, end }: FieldText, inputType: string): [number, number] | null {
  if (!inputType.startsWith('delete')) return null
  const isBackward = inputType.endsWith('Backward')
  if (!isBackward && !inputType.endsWith('Forward')) return null
  if (start !== end) return [start, end]
  const unit = inputType.slice('delete'.length, isBackward ? -'Backward'.length : -'Forward'.length)
  const size = { Content: /^.?/, Word: /^\D*\d*/, SoftLine: /^.*/, HardLine: /^.*/ }[unit]
  if (size === undefined) return null
  const beside = isBackward ? Array.from(text.slice(0, start)).reverse().join('') : text.slice(end)
  const length = size.exec(beside)?.[0].length ?? 0
  return isBackward ? [start - length, start] : [end, end + length]
}

function replace({ text }: FieldText, start: number, end: number, inserted: string) {
  return { text: text.slice(0, start) + inserted + text.slice(end), caret: start + inserted.length }
}

/**
 * Changes the field's text to `next` with one edit that the browser can undo and that dispatches `input`. Does nothing if the
 * text is already `next`, or if the field has lost the focus, because the command would then change another field.
 */
export function writeUndoably(field: HTMLInputElement, next: string): void {
  const current = field.value
  if (current === next || field.ownerDocument.activeElement !== field) return
  const start = commonStart(current, next)
  const fromEnd = commonStart(reverse(current.slice(start)), reverse(next.slice(start)))
  field.setSelectionRange(start, current.length - fromEnd)
  const inserted = next.slice(start, next.length - fromEnd)
  // execCommand is deprecated, but no other way of inserting text can be undone in every engine.
  const document = field.ownerDocument
  if (inserted === '') document.execCommand('delete')
  else document.execCommand('insertText', false, inserted)
}

function commonStart(left: string, right: string): number {
  let length = 0
  while (length < left.length && left[length] === right[length]) length += 1
  return length
}

function reverse(text: string): string {
  return Array.from(text).reverse().join('')
}
