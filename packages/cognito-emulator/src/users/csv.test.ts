import { expect, test } from 'vitest'

import { parseCsv } from './csv.ts'

test.each([
  ['ends lines at LF, CRLF and CR', 'a,b\nc,d\r\ne,f\rg,h', ['a', 'b'], ['c', 'd'], ['e', 'f'], ['g', 'h']],
  ['skips empty lines', '\na\r\n\r\n\nb\n', ['a'], ['b']],
  ['reads empty fields', ',\na,,', ['', ''], ['a', '', '']],
  ['reads quoted commas, line ends and quotes', '"a,""b""\r\nc","",d', ['a,"b"\r\nc', '', 'd']],
  ['reads a comma after a backslash as part of its field', 'a\\,b,c\\d,e\\', ['a,b', 'c\\d', 'e\\']],
  ['reads a quote that does not enclose the field as text', 'a"b","c"d,"e\nf', ['a"b"', '"c"d', '"e'], ['f']],
])('parseCsv %s', (_what, text, ...rows) => {
  expect(parseCsv(text)).toEqual(rows)
})

const SIZE = 2 ** 20

test.each([
  ['a CR after a long field', `${'a'.repeat(SIZE)}\ra`],
  ['a quote that is never closed', `"${'a'.repeat(SIZE)}`],
  ['quotes that are never closed', '"a,'.repeat(SIZE / 3)],
  ['doubled quotes', '"'.repeat(SIZE)],
  ['fields that begin with two quotes', `"a${',""b'.repeat(SIZE / 4)}`],
  ['fields that begin with three quotes', `"a${',"""b'.repeat(SIZE / 5)}`],
  ['fields that begin with four quotes', `"a${',""""b'.repeat(SIZE / 6)}`],
  ['backslashes', '\\'.repeat(SIZE)],
])('parseCsv parses 1 MB of CSV with %s', (_what, text) => {
  const fields = parseCsv(text).flat()
  expect(fields.join('').length).toBeGreaterThan(0)
})
