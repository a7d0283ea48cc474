import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'

import { OUTPUTS } from '../../test/outputs.ts'
import { publishSteps } from './plan.ts'

const steps = publishSteps(OUTPUTS, 'Revisa')
const uploads = steps.filter(({ program }) => program === 'aws').map(({ args }) => args.join(' '))

test('builds the app for the deployed pool, the API on its own origin and Cognito in its region', () => {
  expect(steps[0]).toMatchObject({
    program: 'pnpm',
    environment: {
      VITE_API_URL: '/api',
      VITE_IDENTITY_ENDPOINT: '',
      VITE_USER_POOL_ID: 'sa-east-1_AbCdEfGhI',
      VITE_CLIENT_ID: '1example23456789',
      VITE_PRODUCT_NAME: 'Revisa',
    },
  })
})

test('sets no variable but those the app declares', () => {
  const declared = parseEnv(readFileSync(new URL('../../../packages/quiz-app/.env', import.meta.url), 'utf8'))
  expect(Object.keys(declared)).toEqual(expect.arrayContaining(Object.keys(steps[0]?.environment ?? {})))
})

test('uploads the page after everything that it loads', () => {
  expect(uploads.findIndex((upload) => upload.includes('dist/index.html'))).toBe(uploads.length - 1)
  expect(uploads[0]).toContain('dist/assets s3://revisa-bucket/assets')
})

test('caches assets for good and nothing else', () => {
  const caching = uploads.map((upload) => upload.includes('immutable'))
  expect(caching).toEqual([true, false, false])
  expect(uploads.slice(1).every((upload) => upload.includes('--cache-control no-cache'))).toBe(true)
})

test('deletes no asset: open tabs still load the old ones', () => {
  expect(uploads.join(' ')).not.toContain('--delete')
})
