import { ANA, CLIENT_ID, POOL_ID } from '@cognito-srp/testing/user-pools'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startPool, type TestPool } from '../../test/emulator/pool.ts'
import { AuthenticationDetails, CognitoUser, CognitoUserPool, type CognitoUserSession } from './index.ts'

let pool: TestPool

beforeAll(async () => {
  pool = await startPool()
})
afterAll(() => pool.emulator.close())

test('a person signs in by SRP, is the current user, reads attributes and signs out', async () => {
  const Pool = new CognitoUserPool({ UserPoolId: POOL_ID, ClientId: CLIENT_ID, endpoint: pool.emulator.url })
  const user = new CognitoUser({ Username: ANA.username, Pool })
  const session = await new Promise<CognitoUserSession>((onSuccess, onFailure) => {
    const details = new AuthenticationDetails({ Username: ANA.username, Password: ANA.password })
    user.authenticateUser(details, { onSuccess, onFailure })
  })
  expect(session.isValid()).toBe(true)
  expect(Pool.getCurrentUser()?.getUsername()).toBe(ANA.username)
  const attributes = await new Promise((resolve, reject) => {
    user.getUserAttributes((error, result) => (error ? reject(error) : resolve(result)))
  })
  expect(attributes).toContainEqual({ Name: 'email', Value: ANA.attributes.email })
  user.signOut()
  expect(Pool.getCurrentUser()).toBeNull()
})
