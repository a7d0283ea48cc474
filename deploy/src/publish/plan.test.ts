import { existsSync, globSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'

import { OUTPUTS } from '../../test/outputs.ts'
import { UsageError } from '../usage-error.ts'
import { buildStep, uploadSteps } from './plan.ts'

const APP = new URL('../../../packages/quiz-app/', import.meta.url)

const FILES = [
  '.well-known/security.txt',
  'assets/index-4f2a.css',
  'assets/index-4f2a.js',
  'assets/quiz-77aa.js',
  'icon.svg',
  'index.html',
  'manifest.webmanifest',
  'service-worker.js',
]
const uploads = uploadSteps(OUTPUTS, FILES).map(({ args }) => args)

test("buildStep builds the app for the deployed pool, with the API on the app's origin and Cognito in the pool's region", () => {
  expect(buildStep(OUTPUTS, { productName: 'Revisa' })).toEqual({
    program: 'pnpm',
    args: ['run', 'build'],
    environment: {
      VITE_API_URL: '/api',
      VITE_IDENTITY_ENDPOINT: '',
      VITE_USER_POOL_ID: 'sa-east-1_AbCdEfGhI',
      VITE_CLIENT_ID: '1example23456789',
      VITE_PRODUCT_NAME: 'Revisa',
    },
  })
})

test('buildStep passes the contact for vulnerability reports to the build', () => {
  const securityContact = 'mailto:security@example.com'
  const { environment } = buildStep(OUTPUTS, { productName: 'Revisa', securityContact })
  expect(environment).toMatchObject({ VITE_SECURITY_CONTACT: securityContact })
})

test('buildStep sets only variables that the app declares', () => {
  const declared = parseEnv(readFileSync(new URL('.env', APP), 'utf8'))
  const { environment = {} } = buildStep(OUTPUTS, { productName: 'Revisa' })
  expect(Object.keys(declared)).toEqual(expect.arrayContaining(Object.keys(environment)))
})

test('uploadSteps uploads the page after all other files', () => {
  expect(uploads[0]).toContain('s3://revisa-bucket/assets/')
  const pages = uploads.filter((args) => takes(args, 'index.html'))
  expect(pages).toEqual([uploads.at(-1)])
})

test.each(FILES)('uploadSteps uploads %s once', (file) => {
  expect(uploads.filter((args) => takes(args, file))).toHaveLength(1)
})

test.each([
  ['assets/index-4f2a.js', 'public, max-age=31536000, immutable', 'text/javascript; charset=utf-8'],
  ['assets/index-4f2a.css', 'public, max-age=31536000, immutable', 'text/css; charset=utf-8'],
  ['service-worker.js', 'no-cache', 'text/javascript; charset=utf-8'],
  ['.well-known/security.txt', 'no-cache', 'text/plain; charset=utf-8'],
  ['manifest.webmanifest', 'no-cache', 'application/manifest+json'],
  ['index.html', 'no-cache', 'text/html; charset=utf-8'],
])('uploadSteps uploads %s with its cache lifetime and content type', (file, cacheControl, contentType) => {
  const args = uploads.find((upload) => takes(upload, file)) ?? []
  expect(args[args.indexOf('--cache-control') + 1]).toBe(cacheControl)
  expect(args[args.indexOf('--content-type') + 1]).toBe(contentType)
})

test('uploadSteps never deletes old assets, because open tabs still load them', () => {
  expect(uploads.flat()).not.toContain('--delete')
})

test('uploadSteps rejects a file with an unknown type and a build without a page', () => {
  expect(() => uploadSteps(OUTPUTS, ['index.html', 'bank.xyz'])).toThrow(UsageError)
  expect(() => uploadSteps(OUTPUTS, ['index.html', 'bank.xyz'])).toThrow(/bank\.xyz.*CONTENT_TYPES/)
  expect(() => uploadSteps(OUTPUTS, ['assets/a.js'])).toThrow(/no .*index\.html.*pnpm run build/)
})

test("uploadSteps supports every file type in the app's public folder", () => {
  const folder = new URL('public/', APP)
  expect(existsSync(folder)).toBe(true)
  const files = globSync('**/*.*', { cwd: folder }).map((file) => file.replaceAll('\\', '/'))
  expect(() => uploadSteps(OUTPUTS, [...files, 'index.html'])).not.toThrow()
})

/** Tests whether a sync with these filters uploads the file. As in the AWS CLI, the last matching filter decides. */
function takes([, , source = '', , ...rest]: string[], file: string): boolean {
  const folder = source.replace('packages/quiz-app/dist/', '')
  if (!file.startsWith(folder)) return false
  const filters = rest.flatMap((arg, index) => (/^--(in|ex)clude$/.test(arg) ? [[arg, rest[index + 1] ?? '']] : []))
  const matching = filters.filter(([, pattern]) => matches(file.slice(folder.length), pattern ?? ''))
  return matching.at(-1)?.[0] !== '--exclude'
}

function matches(name: string, pattern: string): boolean {
  return new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replaceAll('.', '\\.'))
      .join('.*')}$`,
  ).test(name)
}
