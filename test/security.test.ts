import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('SECURITY.md', 'utf8')
const [, claimed = ''] = page.split('## Attackers and defences')
const [claims = ''] = claimed.split('## Accepted risks')

/** Rows of the tables below "Attackers and defences", without the header rows. */
const rows = claims.split('\n').filter((line) => /^\| (?!attempt \|)/.test(line))
const linksOf = (text: string) => [...text.matchAll(/\]\(([^)#]+)\)/g)].map(([, target = '']) => target)

test('every claim in the threat model links to a test or an attack', () => {
  expect(rows.length).toBeGreaterThan(25)
  const isProof = (target: string) => /\.(test|spec|long)\.tsx?$|^interop\/attacks\/[\w-]+\.ts$/.test(target)
  expect(rows.filter((row) => linksOf(row.split('|').at(-2) ?? '').filter(isProof).length === 0)).toEqual([])
})

test('the threat model links to every attack', () => {
  const attacks = globSync('interop/attacks/*.ts').filter((file) => !file.endsWith('/run.ts'))
  expect(attacks.length).toBeGreaterThan(5)
  expect(attacks.filter((attack) => !linksOf(claims).includes(attack))).toEqual([])
})
