import { startEmulator } from '@cognito-srp/emulator'
import { allow, ANA, CLIENT_ID, POOL_ID } from '@cognito-srp/testing/user-pools'
import { expect, test } from 'vitest'

import { bundleForPages } from './bundle.ts'
import { runWithoutBigInt } from './without-bigint.ts'

/** Script that signs in as the user in `input`, first with the right password and then with a wrong password. */
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
    does: 'rejects a sign-in with a ConfigurationError if the fallback is missing',
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
