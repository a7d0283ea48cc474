import type { Checkout } from '@cognito-srp/testing/attacked/checkout'
import { callOperation } from '@cognito-srp/testing/attacked/requests'

import { attack } from './harness/attack.ts'

const POOL_ID = 'local_Pool1'
const OLD = 'Senha-123'
const NEW = 'Outra-Senha-1'
const OWNER = 'ana'

type Tokens = { AccessToken?: string; RefreshToken?: string }

/** What an owner does, or has done, to shut a thief out. */
const OWNER_ACTS = [
  'ChangePassword',
  'ConfirmForgotPassword',
  'AdminSetUserPassword',
  'AdminResetUserPassword',
  'AdminDisableUser',
  'GlobalSignOut',
  'DeleteUser',
]

export default attack({
  does: 'a thief of the old password goes on at the second factor, or by a refresh token, after the owner has shut them out',
  run: async (checkout) => {
    const { begin, signIn, act, refresh } = await startPool(checkout)
    const stayed: string[] = []
    for (const [index, operation] of OWNER_ACTS.entries()) {
      const username = `${OWNER}${index}`
      const owner = await signIn(username)
      const thief = await signIn(username)
      const goOn = await begin(username)
      await act(operation, username, owner)
      if (await goOn()) stayed.push(`${operation}: second factor`)
      if (await refresh(thief)) stayed.push(`${operation}: refresh token`)
    }
    return {
      harm: stayed.length > 0,
      figures: { 'ways tried': 2 * OWNER_ACTS.length, 'the thief stayed by': stayed.join('; ') || 'none' },
    }
  },
})

/** A pool with an owner for each act, and what owner and thief do there. */
async function startPool(checkout: Checkout) {
  const users = OWNER_ACTS.map((_act, index) => ({
    username: `${OWNER}${index}`,
    password: OLD,
    attributes: { email: `${OWNER}${index}@example.com` },
    emailMfa: true,
  }))
  const pool = { id: POOL_ID, clients: [{ id: 'web' }], mfa: 'OPTIONAL', users }
  const { url } = await checkout.startEmulator({ userPools: [pool] })
  const call = async (operation: string, input: object) => (await callOperation(url, operation, input)).json
  const lastCode = async () =>
    ((await (await fetch(`${url}/_emulator/outbox`)).json()) as { code: string }[]).at(-1)?.code ?? ''

  const begin = async (USERNAME: string) => {
    const parameters = { USERNAME, PASSWORD: OLD }
    const { ChallengeName, Session } = await call('InitiateAuth', {
      ClientId: 'web',
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: parameters,
    })
    const ChallengeResponses = { USERNAME, EMAIL_OTP_CODE: await lastCode() }
    return async (): Promise<Tokens | undefined> => {
      const answer = { ClientId: 'web', ChallengeName, Session, ChallengeResponses }
      return (await call('RespondToAuthChallenge', answer))['AuthenticationResult'] as Tokens | undefined
    }
  }
  const signIn = async (username: string): Promise<Tokens> => (await (await begin(username))()) ?? {}
  const act = async (operation: string, Username: string, { AccessToken }: Tokens) => {
    const account = { ClientId: 'web', Username }
    if (operation === 'ConfirmForgotPassword') await call('ForgotPassword', account)
    const everything = {
      ...account,
      UserPoolId: POOL_ID,
      AccessToken,
      PreviousPassword: OLD,
      ProposedPassword: NEW,
      Password: NEW,
      Permanent: true,
      ConfirmationCode: await lastCode(),
    }
    const answer = await callOperation(url, operation, everything)
    if (answer.status !== 200) throw new Error(`${operation}: ${answer.text}`)
  }
  const refresh = async ({ RefreshToken = '' }: Tokens) => {
    const AuthParameters = { REFRESH_TOKEN: RefreshToken }
    const answer = await call('InitiateAuth', { ClientId: 'web', AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters })
    return answer['AuthenticationResult']
  }
  return { begin, signIn, act, refresh }
}
