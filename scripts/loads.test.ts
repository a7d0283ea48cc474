import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { measureLoads } from './loads.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loads-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

function loadsOf(files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const loads = measureLoads(join(folder, 'index.ts'))
  return loads.map(({ name, files: loaded, lines }) => ({ name, lines, files: loaded.map((file) => basename(file)) }))
}

test('an export loads its own file and what that imports at run time, each once', () => {
  const loads = loadsOf({
    'index.ts': `export { a } from './a.ts'\nexport { type T, c } from './c.ts'\n`,
    'a.ts': `import { b } from './b.ts'\nimport './c.ts'\nimport zod from 'zod'\nexport const a = b\n`,
    'b.ts': `import { a } from './a.ts'\nimport { c } from './c.ts'\nexport const b = () => [a, c]\n`,
    'c.ts': `export const c = 1\nexport type T = number\n`,
  })
  expect(loads).toEqual([
    { name: 'a', files: ['a.ts', 'b.ts', 'c.ts'], lines: 9 },
    { name: 'c', files: ['c.ts'], lines: 2 },
  ])
})

test('types are no import, a dynamic import is one', () => {
  const loads = loadsOf({
    'index.ts': `export { a } from './a.ts'\nexport type { T } from './types.ts'\n`,
    'a.ts': `import type { T } from './types.ts'\nexport const a = () => import('./b.ts')\n`,
    'b.ts': `export const b = 1\n`,
    'types.ts': `export type T = 1\n`,
  })
  expect(loads).toEqual([{ name: 'a', files: ['a.ts', 'b.ts'], lines: 3 }])
})

test('a file that only passes an export on is not counted', () => {
  const loads = loadsOf({
    'index.ts': `export { a } from './barrel.ts'\n`,
    'barrel.ts': `export { a } from './a.ts'\nexport { b } from './b.ts'\n`,
    'a.ts': `export const a = 1\n`,
    'b.ts': `export const b = 1\n`,
  })
  expect(loads).toEqual([{ name: 'a', files: ['a.ts'], lines: 1 }])
})
