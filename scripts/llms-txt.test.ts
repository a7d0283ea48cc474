import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { llmsText } from './llms-txt.ts'

const CLIENT = resolve(import.meta.dirname, '../packages/cognito-srp')

test("the client's llms.txt is up to date and is published", () => {
  const command = 'llms.txt is outdated. Run `node scripts/llms-txt.ts`'
  expect(readFileSync(join(CLIENT, 'llms.txt'), 'utf8'), command).toBe(llmsText(CLIENT))
  const { files } = JSON.parse(readFileSync(join(CLIENT, 'package.json'), 'utf8')) as { files: string[] }
  expect(files).toEqual(expect.arrayContaining(['llms.txt', 'docs', 'README.md', 'SECURITY.md']))
})

test('llms.txt lists the title, the first sentence and the sections of each page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'llms-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text)
  mkdirSync(join(folder, 'docs'))
  write('package.json', '{ "name": "shop", "description": "Sells things." }')
  write(
    'README.md',
    '# Shop\n\nSells [things](things.md)\nby post. Soon more.\n\n## Buy\n\n```sh\n## not a section\n```\n\n## Pay\n',
  )
  write('docs/guide.md', '# Guide\n\n## Start\n')
  for (const page of ['SECURITY.md', 'CHANGELOG.md']) write(page, `# Page\n\nOf ${page}.\n`)
  expect(llmsText(folder)).toBe(`# shop

> Sells things.

## Docs

- [Shop](README.md): Sells things by post. Sections: Buy, Pay.
- [Guide](docs/guide.md): Sections: Start.

## Optional

- [Page](SECURITY.md): Of SECURITY.md.
- [Page](CHANGELOG.md): Of CHANGELOG.md.
`)
})
