import { expect, test } from 'vitest'

import { findPhoneCountry, OTHER_COUNTRY, PHONE_COUNTRIES } from './phone-countries.ts'
import { caretAfterDigits, formatPhone, isCompletePhone, readPhone, readPhoneEdit, toE164 } from './phone-number.ts'

const MOBILE = { country: 'BR', digits: '11987654321' }

/**
 * Calling codes (ITU-T E.164 assigned country codes) and lengths of national numbers in digits without a trunk prefix,
 * from the countries' numbering plans notified to the ITU. The values do not come from the table in the code.
 */
const PLANS: readonly [country: string, callingCode: string, lengths: readonly number[]][] = [
  ['AO', '244', [9]],
  ['AR', '54', [10, 11]],
  ['BO', '591', [8]],
  ['BR', '55', [10, 11]],
  ['CA', '1', [10]],
  ['CL', '56', [9]],
  ['CO', '57', [10]],
  ['CV', '238', [7]],
  ['DE', '49', [9, 10, 11]],
  ['EC', '593', [8, 9]],
  ['ES', '34', [9]],
  ['FR', '33', [9]],
  ['GB', '44', [10]],
  ['GW', '245', [9]],
  ['HT', '509', [8]],
  ['IT', '39', [9, 10]],
  ['JP', '81', [9, 10]],
  ['MX', '52', [10]],
  ['MZ', '258', [8, 9]],
  ['PE', '51', [8, 9]],
  ['PT', '351', [9]],
  ['PY', '595', [9]],
  ['RU', '7', [10]],
  ['ST', '239', [7]],
  ['TL', '670', [7, 8]],
  ['US', '1', [10]],
  ['UY', '598', [8]],
  ['VE', '58', [10]],
]

test('at least twelve countries have a mask, and this test has exactly one numbering plan for each', () => {
  const codes = PHONE_COUNTRIES.map(({ code }) => code).filter((code) => code !== OTHER_COUNTRY)
  expect(codes.length).toBeGreaterThanOrEqual(12)
  expect(codes.toSorted()).toEqual(PLANS.map(([country]) => country))
})

test.each(PLANS)(
  'the country %s has the calling code %s and is a region that Intl.DisplayNames can name',
  (country, callingCode) => {
    expect(toE164({ country, digits: '1' })).toBe(`+${callingCode}1`)
    expect(new Intl.DisplayNames('pt-BR', { type: 'region', fallback: 'none' }).of(country)).toBeDefined()
  },
)

test.each(PLANS)(
  'for %s (+%s), readPhone keeps numbers of the lengths %j and drops digits beyond the longest length',
  (country, _code, lengths) => {
    for (const length of lengths) {
      const digits = '987654321012345'.slice(0, length)
      expect(readPhone(formatPhone({ country, digits }), country)).toEqual({ country, digits })
    }
    const longest = Math.max(...lengths)
    expect(readPhone('9'.repeat(longest + 1), country).digits).toHaveLength(longest)
  },
)

test.each([
  ['a landline number of eight digits', '1132654321', '(11) 3265-4321'],
  ['a mobile number of nine digits', '11987654321', '(11) 98765-4321'],
])('a Brazilian number with an area code is formatted as %s', (_kind, digits, written) => {
  expect(formatPhone({ country: 'BR', digits })).toBe(written)
})

// The expected formats are those of each country's operators and regulators. Numbers reserved for examples are used if there are any.
test.each([
  ['PT', '210123456', '210 123 456'],
  ['AO', '923123456', '923 123 456'],
  ['MZ', '21123456', '21 123 456'],
  ['MZ', '821234567', '82 123 4567'],
  ['CV', '9911234', '991 12 34'],
  ['AR', '1123456789', '11 2345-6789'],
  ['AR', '91123456789', '9 11 2345-6789'],
  ['BO', '71234567', '71234567'],
  ['CL', '221234567', '2 2123 4567'],
  ['CO', '3211234567', '321 123 4567'],
  ['MX', '5512345678', '55 1234 5678'],
  ['PE', '11234567', '1 123 4567'],
  ['PE', '912345678', '912 345 678'],
  ['PY', '961123456', '961 123 456'],
  ['UY', '94231234', '9423 1234'],
  ['RU', '4951234567', '495 123-45-67'],
  ['EC', '991234567', '99 123 4567'],
  ['HT', '34101234', '34 10 1234'],
  ['US', '2025550123', '(202) 555-0123'],
  ['CA', '6135550123', '(613) 555-0123'],
  ['DE', '301234567', '301 234567'],
  ['DE', '1512345678', '151 2345678'],
  ['DE', '15123456789', '1512 3456789'],
  ['ES', '612345678', '612 345 678'],
  ['FR', '639981234', '6 39 98 12 34'],
  ['GB', '7700900123', '7700 900123'],
  ['IT', '061234567', '061 234 567'],
  ['IT', '3123456789', '312 345 6789'],
  ['JP', '312345678', '3 1234 5678'],
  ['JP', '9012345678', '90 1234 5678'],
])('formatPhone formats the %s number %s as %s', (country, digits, written) => {
  expect(formatPhone({ country, digits })).toBe(written)
})

test.each([
  ['', ''],
  ['1', '(1'],
  ['11', '(11'],
  ['119', '(11) 9'],
  ['1198765', '(11) 9876-5'],
  ['11987654321', '(11) 98765-4321'],
])('while a user types "%s", no punctuation follows the last digit', (digits, written) => {
  expect(formatPhone({ country: 'BR', digits })).toBe(written)
})

test('readPhone drops digits beyond the longest mask', () => {
  expect(readPhone('(11) 98765-43210', 'BR')).toEqual(MOBILE)
})

test('a pasted international number selects its country', () => {
  expect(readPhone('+351 210 123 456', 'BR')).toEqual({ country: 'PT', digits: '210123456' })
})

test('a calling code shared by several countries keeps the current country if it is one of them', () => {
  expect(readPhone('+1 613 555 0123', 'CA')).toEqual({ country: 'CA', digits: '6135550123' })
  expect(readPhone('+1 613 555 0123', 'BR')).toEqual({ country: 'US', digits: '6135550123' })
})

test('for a country without a mask, readPhone keeps at most 15 digits (the maximum of E.164)', () => {
  const number = readPhone('+380 44 123-45-67', 'BR')
  expect(number).toEqual({ country: OTHER_COUNTRY, digits: '380441234567' })
  expect(formatPhone(number)).toBe('+380441234567')
  expect(toE164(number)).toBe('+380441234567')
  expect(readPhone('+9991234567890123', 'BR').digits).toBe('999123456789012')
})

test('the last digit of a typed calling code selects the country, and an empty string selects the first country of the list', () => {
  expect(readPhone('+3', 'BR')).toEqual({ country: OTHER_COUNTRY, digits: '3' })
  expect(readPhone('+35', OTHER_COUNTRY)).toEqual({ country: OTHER_COUNTRY, digits: '35' })
  expect(readPhone('+351', OTHER_COUNTRY)).toEqual({ country: 'PT', digits: '' })
  expect(readPhone('', OTHER_COUNTRY)).toEqual({ country: 'BR', digits: '' })
})

test.each([
  ['+7 495 123-45-67', 'BR', '+74951234567'],
  ['+7 (495) 123-45-67', 'RU', '+74951234567'],
  ['011 91234-5678', 'BR', '+5511912345678'],
  ['(011) 91234-5678', 'BR', '+5511912345678'],
  ['011 3265-4321', 'BR', '+551132654321'],
  ['0 15 11 91234-5678', 'BR', '+5511912345678'],
  ['55 11 91234-5678', 'BR', '+5511912345678'],
  ['55 (011) 91234-5678', 'BR', '+5511912345678'],
  ['+55 (0)11 91234-5678', 'BR', '+5511912345678'],
  ['0055 11 91234-5678', 'PT', '+5511912345678'],
  ['55 55 99123-4567', 'BR', '+5555991234567'],
  ['55 99123-4567', 'BR', '+5555991234567'],
  ['tel: +55 11 3265-4321', 'BR', '+551132654321'],
  ['+44 (0)20 7946 0018', 'BR', '+442079460018'],
  ['020 7946 0018', 'GB', '+442079460018'],
  ['+39 06 123 4567', 'BR', '+39061234567'],
  ['1 (202) 555-0123', 'US', '+12025550123'],
  ['351 210 123 456', 'PT', '+351210123456'],
])('"%s" pasted while %s is selected becomes %s', (text, country, e164) => {
  expect(toE164(readPhone(text, country))).toBe(e164)
})

test.each(['0800 123 4567', '800 123 4567', '0300 123 4567', '+55 800 123 4567'])(
  'the Brazilian service number "%s", which has no area code, is not complete',
  (text) => {
    expect(isCompletePhone(readPhone(text, 'BR'))).toBe(false)
  },
)

test('findPhoneCountry rejects a country without a mask, and the error says how to add a mask', () => {
  expect(() => findPhoneCountry('XX')).toThrow(
    new TypeError('No phone mask for country "XX". Add a row to PHONE_COUNTRIES.'),
  )
})

test('toE164 returns a plus, the calling code and the digits', () => {
  expect(toE164(MOBILE)).toBe('+5511987654321')
  expect(toE164({ country: 'BR', digits: '' })).toBe('')
})

test.each([
  [0, 0],
  [1, 2],
  [2, 3],
  [3, 6],
  [11, 15],
  [12, 15],
])('the caret after %i digits of (11) 98765-4321 is at position %i', (digitCount, caret) => {
  expect(caretAfterDigits('(11) 98765-4321', digitCount)).toBe(caret)
})

// `|` is the caret after the edit.
test.each([
  ['typing a digit', '1187654321', '(11) 9|8765-4321', 'insertText', '11987654321', 3],
  ['typing a letter', '11987654321', '(11) 9x|8765-4321', 'insertText', '11987654321', 3],
  ['typing a digit into a complete number', '11987654321', '(11) 95|8765-4321', 'insertText', '11987654321', 3],
  [
    'typing a digit after a complete number with the area code 55',
    '55991234567',
    '(55) 99123-45675|',
    'insertText',
    '55991234567',
    11,
  ],
  ['typing a calling code first', '55119123456', '(55) 11912-34567|', 'insertText', '1191234567', 10],
  ['typing the trunk prefix 0 first', '', '0|', 'insertText', '', 0],
  ['deleting a digit', '11987654321', '(11) |8765-4321', 'deleteContentBackward', '1187654321', 2],
  [
    'deleting the separator before the caret',
    '11987654321',
    '(11)|98765-4321',
    'deleteContentBackward',
    '1987654321',
    1,
  ],
  ['deleting the separator after the caret', '11987654321', '(11) 98765|4321', 'deleteContentForward', '1198765321', 7],
])(
  'readPhoneEdit returns the digits and the caret after %s',
  (...[, before, marked, inputType, after, caretDigits]) => {
    const edit = { text: marked.replace('|', ''), caret: marked.indexOf('|'), inputType }
    const result = readPhoneEdit(edit, { country: 'BR', digits: before })
    expect(result).toEqual({ number: { country: 'BR', digits: after }, caretDigits })
  },
)

test('pasting an international number places the caret after it', () => {
  const pasted = '+5511987654321'
  const edit = { text: pasted, caret: pasted.length, inputType: 'insertFromPaste' }
  expect(readPhoneEdit(edit, { country: 'PT', digits: '' })).toEqual({ number: MOBILE, caretDigits: 11 })
})

test.each([
  ['BR', '1134567890', true], // landline
  ['BR', '11987654321', true], // mobile
  ['BR', '119876543', false],
  ['BR', '', false],
  [OTHER_COUNTRY, '74951234567', true],
  [OTHER_COUNTRY, '749512', false],
])('for %s and the digits "%s", isCompletePhone returns %s', (country, digits, isComplete) => {
  expect(isCompletePhone({ country, digits })).toBe(isComplete)
})
