import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('SECURITY.md', 'utf8')
const [, claimed = ''] = page.split('## Attackers and defences')
const [claims = ''] = claimed.split('## Accepted risks')

/** The rows of the tables below "Attackers and defences", without their heads. */
const rows = claims.split('\n').filter((line) => /^\| (?!attempt \|)/.test(line))
const linksOf = (text: string) => [...text.matchAll(/\]\(([^)#]+)\)/g)].map(([, target = '']) => target)

test('beside each claim of the threat model stands a test or an attack', () => {
  expect(rows.length).toBeGreaterThan(25)
  const isProof = (target: string) => /\.(test|spec|long)\.tsx?$|^interop\/attacks\/[\w-]+\.ts$/.test(target)
  expect(rows.filter((row) => linksOf(row.split('|').at(-2) ?? '').filter(isProof).length === 0)).toEqual([])
})

test('every attack has its place in the threat model', () => {
  const attacks = globSync('interop/attacks/*.ts').filter((file) => !file.endsWith('/run.ts'))
  expect(attacks.length).toBeGreaterThan(5)
  expect(attacks.filter((attack) => !linksOf(claims).includes(attack))).toEqual([])
})
