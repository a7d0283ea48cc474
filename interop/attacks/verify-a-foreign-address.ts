import { callOperation } from '@cognito-srp/testing/attacked/requests'

import { attack } from './harness/attack.ts'

const MINE = 'ladra@example.com'
const VICTIM = 'vitima@example.com'
const POOL_ID = 'local_Pool1'
const THIEF = { username: 'ladra', password: 'Senha-123' }

/** A pool that demands a second factor: the first sign-in sets one up by e-mail. */
const POOL = {
  id: POOL_ID,
  clients: [{ id: 'web' }],
  mfa: 'ON',
  mfaTypes: ['EMAIL_OTP'],
  users: [THIEF, { ...THIEF, username: 'outra', attributes: { email: MINE } }],
}

type Challenge = { Session?: string; ChallengeName?: string }
type Message = { destination: string; code: string }

export default attack({
  does: "somebody has another's address verified with a code that went to their own",
  run: async (checkout) => {
    const { url } = await checkout.startEmulator({ userPools: [POOL] })
    const call = async (operation: string, input: object) => (await callOperation(url, operation, input)).json
    const signIn = (USERNAME: string) =>
      call('InitiateAuth', {
        ClientId: 'web',
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME, PASSWORD: THIEF.password },
      })
    const answer = ({ ChallengeName, Session }: Challenge, USERNAME: string, responses: object) =>
      call('RespondToAuthChallenge', {
        ClientId: 'web',
        ChallengeName,
        Session,
        ChallengeResponses: { USERNAME, ...responses },
      })
    const lastCodeTo = async (address: string) => {
      const outbox = (await (await fetch(`${url}/_emulator/outbox`)).json()) as Message[]
      return outbox.findLast(({ destination }) => destination === address)?.code
    }
    const isVerified = async (Username: string) => {
      const { UserAttributes } = await call('AdminGetUser', { UserPoolId: POOL_ID, Username })
      const attributes = new Map(
        (UserAttributes as { Name: string; Value: string }[]).map((each) => [each.Name, each.Value]),
      )
      return attributes.get('email') === VICTIM && attributes.get('email_verified') === 'true'
    }
    const rename = (Username: string) =>
      call('AdminUpdateUserAttributes', {
        UserPoolId: POOL_ID,
        Username,
        UserAttributes: [{ Name: 'email', Value: VICTIM }],
      })

    const harmful: string[] = []
    const first = await answer(await signIn('ladra'), 'ladra', { EMAIL: MINE })
    await answer(await signIn('ladra'), 'ladra', { EMAIL: VICTIM })
    await answer(first, 'ladra', { EMAIL_OTP_CODE: await lastCodeTo(MINE) })
    if (await isVerified('ladra')) harmful.push('two set-ups of a second factor')

    const second = await answer(await signIn('outra'), 'outra', { EMAIL: MINE })
    await rename('outra')
    await answer(second, 'outra', { EMAIL_OTP_CODE: await lastCodeTo(MINE) })
    if (await isVerified('outra')) harmful.push('a set-up, and the address changed by another way')

    await call('SignUp', {
      ClientId: 'web',
      Username: 'nova',
      Password: THIEF.password,
      UserAttributes: [{ Name: 'email', Value: MINE }],
    })
    const ConfirmationCode = await lastCodeTo(MINE)
    await rename('nova')
    await call('ConfirmSignUp', { ClientId: 'web', Username: 'nova', ConfirmationCode })
    if (await isVerified('nova')) harmful.push('a registration, and the address changed before its code')

    return { harm: harmful.length > 0, figures: { 'ways tried': 3, 'verified by': harmful.join('; ') || 'none' } }
  },
})
