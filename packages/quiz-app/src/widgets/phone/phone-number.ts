import { findByCallingCode, findPhoneCountry, OTHER_COUNTRY, PHONE_COUNTRIES } from './phone-countries.ts'
import type { PhoneCountry } from './phone-countries.ts'

/** Phone number: the country's code in `PHONE_COUNTRIES` and the national digits. */
export type PhoneNumber = { country: string; digits: string }

/** Minimum number of digits, including the calling code, for countries without a row. The service rejects numbers that are still too short. */
const SHORTEST_ABROAD = 8

/** Formats the digits with the country's shortest mask that fits them, or after a plus if the country has no row. */
export function formatPhone({ country, digits }: PhoneNumber): string {
  if (country === OTHER_COUNTRY) return `+${digits}`
  const mask = chooseMask(findPhoneCountry(country).masks, digits.length)
  let written = ''
  let next = 0
  for (const sign of mask) {
    const digit = digits[next]
    if (digit === undefined) break // no sign follows the last digit, so that Backspace always deletes a digit
    written += sign === '#' ? digit : sign
    if (sign === '#') next += 1
  }
  return written
}

/**
 * Returns the number in a typed or pasted text. Text after a `+` or 00 is an international number, whose calling code selects the
 * country; if several countries share the code, the current country is preferred. National dialling prefixes are removed: the
 * trunk prefix, the carrier's digits, and a calling code without a plus. Digits beyond the longest mask are dropped.
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

/** Text in the field after an edit, before it is masked. */
export type PhoneEdit = { text: string; caret: number; inputType: string }

/**
 * Returns the number after an edit of `current`, and the number of digits before the caret. Deleting a separator of the mask
 * deletes the adjacent digit, because the mask would restore the separator. A digit typed into a complete number of maximum
 * length is ignored, so that it does not displace the last digit.
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

/** Returns the caret's position after the first `digitCount` digits of a formatted number. */
export function caretAfterDigits(written: string, digitCount: number): number {
  if (digitCount <= 0) return written.startsWith('+') ? 1 : 0
  const positions = Array.from(written.matchAll(/\d/g), (match) => match.index + 1)
  return positions[digitCount - 1] ?? written.length
}

/**
 * Whether the number is complete according to the pattern in the country's row or, without a pattern, to the lengths of
 * its masks. A number of a country without a row needs at least eight digits.
 */
export function isCompletePhone({ country, digits }: PhoneNumber): boolean {
  if (country === OTHER_COUNTRY) return digits.length >= SHORTEST_ABROAD
  const { whole, masks } = findPhoneCountry(country)
  return whole?.test(digits) ?? masks.some((mask) => countSlots(mask) === digits.length)
}

/** Formats the number as E.164 (plus, calling code, national digits). Returns an empty string if there are no digits. */
export function toE164({ country, digits }: PhoneNumber): string {
  return digits === '' ? '' : `+${findPhoneCountry(country).callingCode}${digits}`
}

/** Whether the number is complete and has the maximum length. */
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
