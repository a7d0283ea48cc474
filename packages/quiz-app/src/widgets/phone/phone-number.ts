import { findByCallingCode, findPhoneCountry, OTHER_COUNTRY, PHONE_COUNTRIES } from './phone-countries.ts'
import type { PhoneCountry } from './phone-countries.ts'

/** A phone number: its country's code in `PHONE_COUNTRIES` and its national digits. */
export type PhoneNumber = { country: string; digits: string }

/** Digits of the shortest numbers in countries without a row, calling code included: one too short is refused later. */
const SHORTEST_ABROAD = 8

/** The digits in the country's shortest mask that holds them; after a plus where the country has no row. */
export function formatPhone({ country, digits }: PhoneNumber): string {
  if (country === OTHER_COUNTRY) return `+${digits}`
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
 * The number in a typed or pasted text. From a `+` (or 00) on it is an international number, whose calling code chooses
 * the country; the current one is kept where several share the code. The prefixes of national dialling go: the trunk
 * zero, a carrier's digits, a calling code without its plus. Digits that no mask has room for are dropped.
 */
export function readPhone(text: string, current: string): PhoneNumber {
  const plus = text.lastIndexOf('+')
  const digits = onlyDigits(text.slice(plus + 1))
  if (plus !== -1 || (current === OTHER_COUNTRY && digits !== '')) return readInternational(digits, current)
  if (digits.startsWith('00')) return readInternational(digits.slice(2), current)
  const country = current === OTHER_COUNTRY ? PHONE_COUNTRIES[0] : findPhoneCountry(current)
  return clip(country ?? findPhoneCountry(current), digits)
}

function readInternational(digits: string, current: string): PhoneNumber {
  const country = findByCallingCode(digits, current)
  if (country === null) return clip(findPhoneCountry(OTHER_COUNTRY), digits)
  return clip(country, digits.slice(country.callingCode.length))
}

function clip(country: PhoneCountry, digits: string): PhoneNumber {
  return { country: country.code, digits: withoutPrefixes(country, digits).slice(0, longestOf(country)) }
}

function withoutPrefixes(country: PhoneCountry, dialled: string): string {
  const digits = withoutTrunk(country, dialled)
  if (digits.length <= longestOf(country)) return digits
  const behindCode = digits.startsWith(country.callingCode) ? digits.slice(country.callingCode.length) : ''
  const behindCarrier = digits === dialled ? '' : digits.slice(country.carrierDigits ?? digits.length)
  const candidates = [withoutTrunk(country, behindCode), behindCarrier]
  return candidates.find(({ length }) => country.masks.some((mask) => countSlots(mask) === length)) ?? digits
}

function withoutTrunk({ trunk }: PhoneCountry, digits: string): string {
  return trunk !== undefined && digits.startsWith(trunk) ? digits.slice(trunk.length) : digits
}

/** What stands in the field after an edit, before the mask is put back. */
export type PhoneEdit = { text: string; caret: number; inputType: string }

/**
 * The number after an edit of `current`, and how many of its digits stand before the caret. Erasing a sign of the mask
 * erases the digit beside it, since the sign alone would come back at once. A digit typed into a whole number of the
 * longest kind changes nothing, rather than push the last one out.
 */
export function readPhoneEdit(edit: PhoneEdit, current: PhoneNumber): { number: PhoneNumber; caretDigits: number } {
  const typed = onlyDigits(edit.text)
  const before = countDigits(edit.text.slice(0, edit.caret))
  const isOneMore = edit.inputType === 'insertText' && typed.length === current.digits.length + 1
  if (isOneMore && !edit.text.includes('+') && isFull(current)) {
    return { number: current, caretDigits: before - 1 }
  }
  const number = readPhone(edit.text, current.country)
  if (number.digits !== current.digits) {
    const dropped = Math.max(typed.indexOf(number.digits), 0)
    const caretDigits = Math.min(Math.max(before - dropped, 0), number.digits.length)
    return { number, caretDigits }
  }
  const erased = { deleteContentBackward: before - 1, deleteContentForward: before }[edit.inputType] ?? -1
  const digits = Array.from(number.digits).filter((_, index) => index !== erased)
  const caretDigits = Math.min(erased === -1 ? before : erased, digits.length)
  return { number: { ...number, digits: digits.join('') }, caretDigits }
}

/** Where the caret stands after the first `digitCount` digits of a written number. */
export function caretAfterDigits(written: string, digitCount: number): number {
  if (digitCount <= 0) return written.startsWith('+') ? 1 : 0
  const positions = Array.from(written.matchAll(/\d/g), (match) => match.index + 1)
  return positions[digitCount - 1] ?? written.length
}

/**
 * Whether the digits are a whole number of the country: by the numbering plan where the row has it, otherwise by the
 * length of the masks. A country without a row needs as many digits as the shortest numbers have.
 */
export function isCompletePhone({ country, digits }: PhoneNumber): boolean {
  if (country === OTHER_COUNTRY) return digits.length >= SHORTEST_ABROAD
  const { whole, masks } = findPhoneCountry(country)
  return whole?.test(digits) ?? masks.some((mask) => countSlots(mask) === digits.length)
}

/** E.164: plus, calling code, national digits; empty while there are no digits. */
export function toE164({ country, digits }: PhoneNumber): string {
  return digits === '' ? '' : `+${findPhoneCountry(country).callingCode}${digits}`
}

/** Whether no digit more can belong to the number. */
function isFull({ country, digits }: PhoneNumber): boolean {
  const row = findPhoneCountry(country)
  return digits.length === longestOf(row) && (row.whole?.test(digits) ?? true)
}

function chooseMask(masks: readonly string[], digitCount: number): string {
  return masks.find((mask) => countSlots(mask) >= digitCount) ?? masks.at(-1) ?? ''
}

function longestOf({ masks }: PhoneCountry): number {
  return Math.max(...masks.map(countSlots))
}

function countSlots(mask: string): number {
  return mask.split('#').length - 1
}

function countDigits(text: string): number {
  return onlyDigits(text).length
}

function onlyDigits(text: string): string {
  return text.replaceAll(/\D/g, '')
}
