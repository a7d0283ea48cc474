/** How one country writes its numbers. */
export type PhoneCountry = {
  /** ISO 3166-1 alpha-2. */
  code: string
  /** ITU-T E.164 country calling code, without the plus. */
  callingCode: string
  /** `#` is a digit. Shortest first; the number of digits chooses, so no two have the same. */
  masks: readonly string[]
}

/**
 * The countries a phone number can be of, Portuguese-speaking ones first, then by name of the region.
 * National number lengths follow the countries' numbering plans as notified to the ITU (E.164, E.129).
 */
export const PHONE_COUNTRIES: readonly PhoneCountry[] = [
  { code: 'BR', callingCode: '55', masks: ['(##) ####-####', '(##) #####-####'] }, // landline, mobile
  { code: 'PT', callingCode: '351', masks: ['### ### ###'] },
  { code: 'AO', callingCode: '244', masks: ['### ### ###'] },
  { code: 'MZ', callingCode: '258', masks: ['## ### ###', '## ### ####'] }, // landline, mobile
  { code: 'CV', callingCode: '238', masks: ['### ## ##'] },
  { code: 'AR', callingCode: '54', masks: ['## ####-####', '# ## ####-####'] }, // mobiles have a leading 9
  { code: 'BO', callingCode: '591', masks: ['########'] },
  { code: 'CL', callingCode: '56', masks: ['# #### ####'] },
  { code: 'CO', callingCode: '57', masks: ['### ### ####'] },
  { code: 'MX', callingCode: '52', masks: ['## #### ####'] },
  { code: 'PE', callingCode: '51', masks: ['# ### ####', '### ### ###'] }, // landline, mobile
  { code: 'PY', callingCode: '595', masks: ['### ### ###'] },
  { code: 'UY', callingCode: '598', masks: ['#### ####'] },
  { code: 'US', callingCode: '1', masks: ['(###) ###-####'] },
  { code: 'CA', callingCode: '1', masks: ['(###) ###-####'] },
  { code: 'DE', callingCode: '49', masks: ['### ######', '### #######', '#### #######'] },
  { code: 'ES', callingCode: '34', masks: ['### ### ###'] },
  { code: 'FR', callingCode: '33', masks: ['# ## ## ## ##'] },
  { code: 'GB', callingCode: '44', masks: ['#### ######'] },
  { code: 'IT', callingCode: '39', masks: ['### ### ###', '### ### ####'] },
  { code: 'JP', callingCode: '81', masks: ['# #### ####', '## #### ####'] }, // landline, mobile
]

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
