import { expect, test } from 'vitest'

import { replaceSection } from './measurements.ts'

const page = replaceSection(replaceSection('', 'Sizes', '| 1 kB |'), 'Speed', '| 2 ms |')

test('replaceSection replaces only the section with the given title', () => {
  expect(replaceSection(page, 'Sizes', '\n| 3 kB |\n\n')).toBe(page.replace('| 1 kB |', '| 3 kB |'))
})

test('replaceSection appends a new section', () => {
  expect(replaceSection(page, 'Sizes in kB', '| 4 kB |')).toBe(`${page}\n## Sizes in kB\n\n| 4 kB |\n`)
})

test('replaceSection removes text outside the sections', () => {
  expect(replaceSection(page.replace('## Sizes', 'By hand.\n\n## Sizes'), 'Speed', '| 2 ms |')).toBe(page)
})
