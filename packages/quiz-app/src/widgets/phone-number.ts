import { PHONE_COUNTRIES } from './phone-masks.ts'
import type { PhoneCountry } from './phone-masks.ts'

/** A phone number: ISO 3166-1 alpha-2 code of its country and its national digits. */
export type PhoneNumber = { country: string; digits: string }

/**
 * The row of a country in the table.
 *
 * @throws TypeError when the table does not have it
 */
export function findPhoneCountry(code: string): PhoneCountry {
  const country = PHONE_COUNTRIES.find((row) => row.code === code)
  if (!country) throw new TypeError(`No phone mask for country "${code}": add a row to PHONE_COUNTRIES.`)
  return country
}

/** The digits in the country's shortest mask that holds them; digits beyond the longest mask are dropped. */
export function formatPhone({ country, digits }: PhoneNumber): string {
  const mask = chooseMask(findPhoneCountry(country).masks, digits.length)
  let written = ''
  let next = 0
  for (const sign of mask) {
    const digit = digits[next]
    if (digit === undefined) break // nothing after the last digit, so that Backspace always meets a digit
    written += sign === '#' ? digit : sign
    if (sign === '#') next += 1
  }
  return written
}

/**
 * The number in a typed or pasted text. A text that starts with `+` and a known calling code chooses the country; the
 * current one is kept where several share the code. Digits that no mask has room for are dropped.
 */
export function readPhone(text: string, current: string): PhoneNumber {
  const digits = text.replaceAll(/\D/g, '')
  const country = text.trim().startsWith('+') ? countryOfCallingCode(digits, current) : null
  if (country) return clip(country, digits.slice(country.callingCode.length))
  return clip(findPhoneCountry(current), digits)
}

/** What stands in the field after an edit, before the mask is put back. */
type PhoneEdit = { text: string; caret: number; inputType: string }

/**
 * The number after an edit of `current`, and how many of its digits stand before the caret. Erasing a sign of the mask
 * erases the digit beside it, since the sign alone would come back at once.
 */
export function readPhoneEdit(edit: PhoneEdit, current: PhoneNumber): { number: PhoneNumber; caretDigits: number } {
  const number = readPhone(edit.text, current.country)
  const before = countDigits(edit.text.slice(0, edit.caret))
  const after = countDigits(edit.text.slice(edit.caret))
  if (number.digits !== current.digits) {
    const caretDigits = Math.max(edit.text.startsWith('+') ? number.digits.length - after : before, 0)
    return { number, caretDigits: Math.min(caretDigits, number.digits.length) }
  }
  const erased = { deleteContentBackward: before - 1, deleteContentForward: before }[edit.inputType] ?? -1
  const digits = Array.from(number.digits).filter((_, index) => index !== erased)
  return { number: { ...number, digits: digits.join('') }, caretDigits: erased === -1 ? before : erased }
}

/** Where the caret stands after the first `digitCount` digits of a written number. */
export function caretAfterDigits(written: string, digitCount: number): number {
  if (digitCount <= 0) return 0
  const positions = Array.from(written.matchAll(/\d/g), (match) => match.index + 1)
  return positions[digitCount - 1] ?? written.length
}

/** E.164: plus, calling code, national digits; empty while there are no digits. */
export function toE164({ country, digits }: PhoneNumber): string {
  return digits === '' ? '' : `+${findPhoneCountry(country).callingCode}${digits}`
}

function chooseMask(masks: readonly string[], digitCount: number): string {
  return masks.find((mask) => countSlots(mask) >= digitCount) ?? masks.at(-1) ?? ''
}

function countSlots(mask: string): number {
  return mask.split('#').length - 1
}

function countDigits(text: string): number {
  return text.replaceAll(/\D/g, '').length
}

function clip(country: PhoneCountry, digits: string): PhoneNumber {
  const most = Math.max(...country.masks.map(countSlots))
  return { country: country.code, digits: digits.slice(0, most) }
}

function countryOfCallingCode(digits: string, current: string): PhoneCountry | null {
  const fitting = PHONE_COUNTRIES.filter((row) => digits.startsWith(row.callingCode))
  return fitting.find((row) => row.code === current) ?? fitting[0] ?? null // E.164: no code is the start of another
}
