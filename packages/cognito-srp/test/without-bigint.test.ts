import { startEmulator } from '@cognito-srp/emulator'
import { allow, ANA, CLIENT_ID, POOL_ID } from '@cognito-srp/testing/user-pools'
import { expect, test } from 'vitest'

import { bundleForPages } from './bundle.ts'
import { allVectors } from './vectors.ts'
import { bundleAnswers, runWithoutBigInt } from './without-bigint.ts'

/** One vector of every kind, with few powers, because each power takes a third of a second with big-integer. */
const QUICK = new Set([
  'constants',
  'go-A',
  'go-u',
  'go-hkdf',
  'go-secret-hash',
  'helper-passwordHash',
  'helper-device-verifier',
  'helper-signature',
  'refused-b-0',
  'rfc5054-b',
  'timestamp-1',
])

test('a bundle in a realm without BigInt computes a vector of every kind', { timeout: 120_000 }, async () => {
  const vectors = allVectors()
  const quick = vectors.filter(({ id }) => QUICK.has(id))
  expect(new Set(quick.map(({ kind }) => kind))).toEqual(new Set(vectors.map(({ kind }) => kind)))
  expect(await runWithoutBigInt(await bundleAnswers(), quick)).toEqual([])
})

/** Script that signs in as the user in `input`, with the right and with a wrong password. */
const SIGN_IN = `
import { createCognitoClient, signIn } from '@cognito-srp/client'
const { username, password, ...config } = input
const client = createCognitoClient(config)
const outcome = (password) => signIn(client, { username, password }).then(({ name }) => name, ({ code }) => code)
const outcomes = async () => [await outcome(password), await outcome('wrong')]
done(outcomes())
`

test.each([
  {
    does: 'signs in with the fallback',
    script: `import '@cognito-srp/client/without-bigint'\n${SIGN_IN}`,
    outcomes: ['SIGNED_IN', 'NotAuthorizedException'],
  },
  {
    does: 'throws a ConfigurationError without the fallback',
    script: SIGN_IN,
    outcomes: ['ConfigurationError', 'ConfigurationError'],
  },
  {
    does: 'signs in with the files for React Native',
    script: SIGN_IN.replace('@cognito-srp/client', './src/react-native/index.ts'),
    outcomes: ['SIGNED_IN', 'NotAuthorizedException'],
  },
])('a bundle in a realm without BigInt $does', async ({ script, outcomes }) => {
  const emulator = await startEmulator({
    port: 0,
    userPools: [{ id: POOL_ID, clients: [{ id: CLIENT_ID, explicitAuthFlows: allow('USER_SRP_AUTH') }], users: [ANA] }],
  })
  try {
    const bundle = await bundleForPages(script, { fromSources: true, format: 'iife' })
    const { username, password } = ANA
    const input = { username, password, userPoolId: POOL_ID, clientId: CLIENT_ID, endpoint: emulator.url }
    expect(await runWithoutBigInt(bundle, input)).toEqual(outcomes)
  } finally {
    await emulator.close()
  }
})
