import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Program } from './program.ts'
import { callOperation } from './requests.ts'

/** Pool and client of the demo that `npm start` creates. */
const PRODUCT_POOL = { UserPoolId: 'local_Pool1', ClientId: 'web' }

const PASSWORD = 'Estudar-2026'

/** A user who has an account in the running product. */
export type ProductUser = { username: string; email: string; password: string; accessToken: string; idToken: string }

/** Headers that authenticate the administrator of the running product. */
export function administratorHeaders(product: Program): Record<string, string> {
  return { 'x-emulator-admin-key': readFileSync(join(product.dataFolder, 'admin-key'), 'utf8') }
}

/** Creates a confirmed account and signs its user in. */
export async function signUpAtProduct(product: Program, email: string): Promise<ProductUser> {
  const url = `${product.url}/cognito-idp/`
  const administrator = administratorHeaders(product)
  const { UserPoolId, ClientId } = PRODUCT_POOL
  const account = { UserPoolId, Username: email }
  await must(url, 'AdminCreateUser', { ...account, MessageAction: 'SUPPRESS' }, administrator)
  await must(url, 'AdminSetUserPassword', { ...account, Password: PASSWORD, Permanent: true }, administrator)
  const { AuthenticationResult } = (await must(url, 'InitiateAuth', {
    ClientId,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD },
  })) as { AuthenticationResult: { AccessToken: string; IdToken: string } }
  const [, claims = ''] = AuthenticationResult.AccessToken.split('.')
  const { username } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { username: string }
  const { AccessToken: accessToken, IdToken: idToken } = AuthenticationResult
  return { username, email, password: PASSWORD, accessToken, idToken }
}

async function must(url: string, operation: string, input: unknown, headers?: Record<string, string>) {
  const { status, text, json } = await callOperation(url, operation, input, headers)
  if (status !== 200) throw new Error(`${operation} returned ${status}: ${text}`)
  return json
}
