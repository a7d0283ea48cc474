import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import * as amplify from 'aws-amplify/auth'
import { expect, test } from 'vitest'

// Compares the guide for aws-amplify/auth with the installed version.

const GUIDE = readFileSync(resolve(import.meta.dirname, '../../packages/cognito-srp/docs/migrating.md'), 'utf8')
const ROWS = GUIDE.slice(GUIDE.indexOf('## Coming from aws-amplify/auth'))
  .split('\n')
  .filter((line) => line.startsWith('|'))
const LEFT_COLUMN = ROWS.map((row) => row.split('|')[1]).join('\n')

test('the guide has a row for every signInStep of the installed Amplify', () => {
  const requireOfAmplify = createRequire(createRequire(import.meta.url).resolve('aws-amplify/auth'))
  const types = join(dirname(requireOfAmplify.resolve('@aws-amplify/auth')), '../esm/types/models.d.ts')
  const steps = [...readFileSync(types, 'utf8').matchAll(/signInStep: '(\w+)'/g)].map(([, step]) => step ?? '')
  expect(steps.length).toBeGreaterThan(10)
  expect(steps.filter((step) => !LEFT_COLUMN.includes(`\`${step}\``))).toEqual([])
})

test('the guide has a row for every function of the installed aws-amplify/auth', () => {
  const names = Object.entries(amplify).flatMap(([name, value]) =>
    typeof value === 'function' && /^[a-z]/.test(name) ? [name] : [],
  )
  expect(names.length).toBeGreaterThan(30)
  expect(names.filter((name) => !new RegExp(`\`${name}\\b`).test(LEFT_COLUMN))).toEqual([])
})

test('the guide names the installed version of Amplify', () => {
  const { devDependencies } = JSON.parse(readFileSync(resolve(import.meta.dirname, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  expect(GUIDE).toContain(`\`aws-amplify\` ${devDependencies['aws-amplify']}`)
})
