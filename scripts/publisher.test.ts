import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { fillManifests, PUBLISHED } from './publisher.ts'

const REPOSITORY = resolve(import.meta.dirname, '..')
const FILLED = {
  repository: 'https://github.com/example/cognito',
  homepage: 'https://example.com/cognito',
  bugs: 'https://github.com/example/cognito/issues',
  author: 'Ana Example',
  funding: 'https://github.com/sponsors/example',
}

/** Creates a folder with the manifests of the published packages and a publisher.json. */
function copyManifests(publisher: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'publisher-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const directory of PUBLISHED) {
    mkdirSync(join(folder, directory), { recursive: true })
    cpSync(join(REPOSITORY, directory, 'package.json'), join(folder, directory, 'package.json'))
  }
  writeFileSync(join(folder, 'publisher.json'), JSON.stringify(publisher))
  return folder
}

const readManifest = (folder: string, directory: string) =>
  JSON.parse(readFileSync(join(folder, directory, 'package.json'), 'utf8')) as Record<string, unknown>

test.each(PUBLISHED)(
  'fillManifests adds the details of publisher.json to the manifest of %s and keeps the other fields',
  (directory) => {
    const folder = copyManifests(FILLED)
    fillManifests(folder)
    expect(readManifest(folder, directory)).toEqual({
      ...readManifest(REPOSITORY, directory),
      repository: { type: 'git', url: 'git+https://github.com/example/cognito.git', directory },
      homepage: 'https://example.com/cognito',
      bugs: 'https://github.com/example/cognito/issues',
      author: 'Ana Example',
      funding: 'https://github.com/sponsors/example',
    })
  },
)

test.each(['repository', 'homepage', 'bugs', 'author', 'funding'])(
  'an empty "%s" in publisher.json stops the release',
  (field) => {
    for (const value of ['', ' ', undefined]) {
      const folder = copyManifests({ ...FILLED, [field]: value })
      expect(() => fillManifests(folder)).toThrow(
        `Cannot publish, because publisher.json is invalid: "${field}" is empty.`,
      )
      for (const directory of PUBLISHED) {
        expect(readManifest(folder, directory)).toEqual(readManifest(REPOSITORY, directory))
      }
    }
  },
)

test('fillManifests reports every empty field and every URL field that does not start with https://', () => {
  const folder = copyManifests({ ...FILLED, author: '', bugs: 'bugs@example.com' })
  const message = 'publisher.json is invalid: "bugs" does not start with https://; "author" is empty.'
  expect(() => fillManifests(folder)).toThrow(message)
})

test.each(['https://github.com/example/cognito.git', 'https://github.com/example/cognito/'])(
  'the repository %s is normalised to one git URL',
  (repository) => {
    const folder = copyManifests({ ...FILLED, repository })
    fillManifests(folder)
    const url = 'git+https://github.com/example/cognito.git'
    expect(readManifest(folder, PUBLISHED[0])).toMatchObject({ repository: { url } })
  },
)
