import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

// Copies the owner's details from publisher.json into the manifests of the published packages, and fails if a detail is missing.
// The release workflow runs this script before `npm run pack`. Run: node scripts/publisher.ts

/** Folders of the published packages. */
export const PUBLISHED = ['packages/cognito-srp', 'packages/cognito-emulator', 'packages/vectors'] as const

const FIELDS = ['repository', 'homepage', 'bugs', 'author', 'funding'] as const
const ADDRESSES = new Set<string>(['repository', 'homepage', 'bugs', 'funding'])

/** The owner's details from publisher.json. All fields except `author` are https URLs. */
export type Publisher = Record<(typeof FIELDS)[number], string>

/**
 * Parses publisher.json.
 *
 * @throws SyntaxError when the text is not JSON
 * @throws Error that lists the empty fields and the URL fields that do not start with https://
 */
export function readPublisher(text: string): Publisher {
  const given = JSON.parse(text) as Partial<Record<string, unknown>>
  const problems = FIELDS.flatMap((field) => {
    const value = given[field]
    if (typeof value !== 'string' || value.trim() === '') return [`"${field}" is empty`]
    return ADDRESSES.has(field) && !value.startsWith('https://') ? [`"${field}" does not start with https://`] : []
  })
  if (problems.length === 0) return given as Publisher
  throw new Error(
    `Cannot publish, because publisher.json is invalid: ${problems.join('; ')}. ` +
      'npm shows these fields on the page of the package, and provenance needs "repository".',
  )
}

/** Writes the details from a folder's `publisher.json` into the manifests of the packages below that folder. */
export function fillManifests(folder: string): void {
  const { repository, homepage, bugs, author, funding } = readPublisher(
    readFileSync(join(folder, 'publisher.json'), 'utf8'),
  )
  const url = `git+${repository.replace(/(\.git|\/)$/, '')}.git`
  for (const directory of PUBLISHED) {
    const path = join(folder, directory, 'package.json')
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as object
    const filled = { ...manifest, homepage, bugs, repository: { type: 'git', url, directory }, funding, author }
    writeFileSync(path, `${JSON.stringify(filled, null, 2)}\n`)
  }
}

if (import.meta.main) {
  try {
    fillManifests(resolve(import.meta.dirname, '..'))
    console.log(`Filled the manifests of ${PUBLISHED.join(' and ')}.`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
