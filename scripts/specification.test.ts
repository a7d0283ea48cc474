import { expect, test } from 'vitest'

import { unprovenSentences } from './specification.ts'

const PAGE = `
| Sentence | Test file | Test |
|---|---|---|
| Login: success leads to /home | \`src/login.test.tsx\` | the right password leads to /home |
| Stats: percent is rounded | \`src/stats.test.ts\` | %i of %i is %i%% |
`
const LOGIN = { file: 'src/login.test.tsx', title: 'the right password leads to /home' }
const STATS = { file: 'src/stats.test.ts', title: '2 of 3 is 67%' }

test('a sentence is proved if the named test has passed in the named file', () => {
  expect(unprovenSentences(PAGE, [LOGIN, STATS])).toEqual([])
})

test.each([
  ['was skipped or is commented out', []],
  ['has another title', [{ ...LOGIN, title: 'the right password leads to /hom' }]],
  ['has a longer title', [{ ...LOGIN, title: `${LOGIN.title}, in the end` }]],
  ['is in another file', [{ ...LOGIN, file: 'src/home.test.tsx' }]],
])('a sentence is reported if its test %s', (_case, passed) => {
  expect(unprovenSentences(PAGE, [...passed, STATS])).toEqual([
    'Login: success leads to /home: in src/login.test.tsx no test "the right password leads to /home" has passed',
  ])
})

test('a title with placeholders matches every row of its table, but not a shorter title', () => {
  expect(unprovenSentences(PAGE, [LOGIN, { ...STATS, title: '1 of 2 is 50%' }])).toEqual([])
  expect(unprovenSentences(PAGE, [LOGIN, { ...STATS, title: '2 of 3' }])).toHaveLength(1)
})

test('a row without a test and a page without rows are reported', () => {
  expect(unprovenSentences('| The header shows the title | `a.test.ts` |  |', [])).toEqual([
    'The header shows the title: no test is named',
  ])
  expect(unprovenSentences('', [LOGIN])).toEqual(['the page names no test'])
})
