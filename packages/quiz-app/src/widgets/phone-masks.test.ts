import { expect, test } from 'vitest'

import { PHONE_COUNTRIES } from './phone-masks.ts'

const countSlots = (mask: string) => Array.from(mask).filter((sign) => sign === '#').length

test('at least twelve countries have masks, each country once', () => {
  const codes = PHONE_COUNTRIES.map(({ code }) => code)
  expect(codes.length).toBeGreaterThanOrEqual(12)
  expect(new Set(codes).size).toBe(codes.length)
})

test.each(PHONE_COUNTRIES)("$code is a region that the browser's own list knows", ({ code }) => {
  const names = new Intl.DisplayNames('pt-BR', { type: 'region', fallback: 'none' })
  expect(names.of(code)).toBeDefined()
})

test.each(PHONE_COUNTRIES)(
  '$code has a calling code of one to three digits that fits E.164',
  ({ callingCode, masks }) => {
    expect(callingCode).toMatch(/^[1-9]\d{0,2}$/)
    for (const mask of masks) expect(callingCode.length + countSlots(mask)).toBeLessThanOrEqual(15)
  },
)

test.each(PHONE_COUNTRIES)('no two masks of $code have the same number of digits, shortest first', ({ masks }) => {
  const slots = masks.map(countSlots)
  expect(slots).toEqual([...new Set(slots)].toSorted((left, right) => left - right))
})

test('no calling code is the start of another, as E.164 rules', () => {
  const codes = [...new Set(PHONE_COUNTRIES.map(({ callingCode }) => callingCode))]
  const prefixes = codes.filter((code) => codes.some((other) => other !== code && other.startsWith(code)))
  expect(prefixes).toEqual([])
})
