import { expect, test } from 'vitest'

import { replaceSection } from './measurements.ts'

const page = replaceSection(replaceSection('', 'Sizes', '| 1 kB |'), 'Speed', '| 2 ms |')

test('a section that is measured again replaces only itself', () => {
  expect(replaceSection(page, 'Sizes', '\n| 3 kB |\n\n')).toBe(page.replace('| 1 kB |', '| 3 kB |'))
})

test('a section that is measured for the first time comes last', () => {
  expect(replaceSection(page, 'Sizes in kB', '| 4 kB |')).toBe(`${page}\n## Sizes in kB\n\n| 4 kB |\n`)
})

test('text outside the sections does not stay on the page', () => {
  expect(replaceSection(page.replace('## Sizes', 'By hand.\n\n## Sizes'), 'Speed', '| 2 ms |')).toBe(page)
})
