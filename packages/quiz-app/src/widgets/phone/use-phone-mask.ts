import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ChangeEvent, RefObject } from 'react'

import { foreseeEdit, writeUndoably } from './phone-edit.ts'
import { caretAfterDigits, formatPhone, readPhoneEdit } from './phone-number.ts'
import type { PhoneNumber } from './phone-number.ts'

/**
 * Keeps the field's text masked and the caret after the same digit, and preserves the browser's undo history. Most edits are
 * replaced by their masked result before they happen. All other edits are masked afterwards, in `edit`.
 */
export function usePhoneMask(value: PhoneNumber, onChange: (value: PhoneNumber) => void) {
  const input = useRef<HTMLInputElement>(null)
  const current = useRef(value)
  const digitsBeforeCaret = useRef<number | null>(null)
  /** Result of an edit that has not been written to the field yet. */
  const pending = useRef<ReturnType<typeof readPhoneEdit> | null>(null)
  /** Number whose text is being written, because the text alone does not determine its country. */
  const writing = useRef<PhoneNumber | null>(null)
  /** Countries by text, so that undoing a change of country restores the earlier country. */
  const countryOfText = useRef(new Map<string, string>())

  const tell = (number: PhoneNumber) => {
    current.current = number
    onChange(number)
  }
  const edit = (event: ChangeEvent<HTMLInputElement>) => {
    const written = writing.current
    writing.current = null
    if (written !== null) return tell(written)
    const { number, caretDigits } = readChange(event, current.current, countryOfText.current)
    digitsBeforeCaret.current = caretDigits
    tell(number)
  }
  const writePending = () => {
    if (input.current === null || pending.current === null) return
    const { number, caretDigits } = pending.current
    pending.current = null
    writing.current = number
    writeUndoably(input.current, formatPhone(number))
    if (writing.current !== null) tell(number) // the text was already correct, or the browser did not write it
    writing.current = null
    digitsBeforeCaret.current = caretDigits
    placeCaret(input.current, digitsBeforeCaret)
  }
  const replaceEdit = (event: InputEvent) => {
    if (input.current === null || writing.current !== null || !event.cancelable || event.isComposing) return
    writePending()
    const foreseen = foreseeNumber(input.current, event, current.current)
    if (foreseen === null) return
    event.preventDefault()
    pending.current = foreseen
    const { number } = foreseen
    countryOfText.current.set(input.current.value, current.current.country).set(formatPhone(number), number.country)
    setTimeout(writePending) // WebKit edits twice, and cannot undo it, when a command runs inside the event
  }

  useLayoutEffect(() => {
    current.current = value
    placeCaret(input.current, digitsBeforeCaret)
  })
  useEffect(() => {
    const field = input.current
    field?.addEventListener('beforeinput', replaceEdit) // React's own event of this name is another one
    return () => field?.removeEventListener('beforeinput', replaceEdit)
  })
  return { input, edit }
}

/** Returns the number after an edit that the browser has made. Undoing restores the country of the text. */
function readChange(
  { target, nativeEvent }: ChangeEvent<HTMLInputElement>,
  current: PhoneNumber,
  countryOfText: ReadonlyMap<string, string>,
) {
  const inputType = nativeEvent instanceof InputEvent ? nativeEvent.inputType : ''
  const caret = target.selectionEnd ?? target.value.length
  const isUndo = inputType.startsWith('history')
  const country = (isUndo ? countryOfText.get(target.value) : undefined) ?? current.country
  return readPhoneEdit({ text: target.value, caret, inputType }, { ...current, country })
}

/** Returns the number after an edit, or null if the browser has to make the edit first. */
function foreseeNumber(field: HTMLInputElement, { inputType, data }: InputEvent, current: PhoneNumber) {
  const { value: text, selectionStart, selectionEnd } = field
  const selection = { text, start: selectionStart ?? text.length, end: selectionEnd ?? text.length }
  const foreseen = foreseeEdit(selection, inputType, data)
  return foreseen && readPhoneEdit({ ...foreseen, inputType }, current)
}

/** Moves the caret after the stored number of digits, and clears the stored number. */
function placeCaret(field: HTMLInputElement | null, digitsBefore: RefObject<number | null>): void {
  if (digitsBefore.current === null || field === null) return
  const caret = caretAfterDigits(field.value, digitsBefore.current)
  field.setSelectionRange(caret, caret)
  digitsBefore.current = null
}
