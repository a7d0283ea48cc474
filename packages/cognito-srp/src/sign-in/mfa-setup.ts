import type { MfaSetup } from '../challenge.ts'
import { requireClient, type CognitoClient } from '../client.ts'
import { ChallengeError, ConfigurationError, inOperation } from '../errors.ts'
import { callService, type CallOptions } from '../service/transport.ts'
import { firstText } from '../service/wire.ts'
import { authenticatedSession } from '../session/get-session.ts'
import { assertUnexpired, challengeExpiryMs, requireText } from './read-challenge.ts'
import { respond, type SignInProgress, type SignInStep } from './step.ts'

/**
 * Requests the secret for an authenticator app, which a page can show as a QR code (see `totpUri`). During a sign-in, answer the
 * returned challenge with the app's first code. For a signed-in user, call `verifySoftwareToken` next.
 *
 * @throws ChallengeError when the challenge has expired, its code is already verified, or the service returns no secret;
 *   SessionError 'User is not authenticated' without a challenge and a session; ConfigurationError when the challenge is not
 *   MFA_SETUP, or for a client secret without `crypto.subtle`; AnyCognitoError; the reason of `signal`.
 * @example
 * let step = await signIn(client, { username, password })
 * if (step.name === 'MFA_SETUP') {
 *   const { secretCode, challenge } = await associateSoftwareToken(client, step)
 *   console.log(totpUri({ secretCode, username: challenge.username, issuer: 'Shop' }))
 *   step = await respondToChallenge(client, challenge, { userCode: await ask('First code of the app') })
 * }
 */
export function associateSoftwareToken(
  client: CognitoClient,
  challenge: MfaSetup,
  options?: CallOptions,
): Promise<{ secretCode: string; challenge: MfaSetup }>
export function associateSoftwareToken(client: CognitoClient, options?: CallOptions): Promise<{ secretCode: string }>
export function associateSoftwareToken(
  client: CognitoClient,
  subject: MfaSetup | CallOptions = {},
  options: CallOptions = {},
): Promise<{ secretCode: string; challenge?: MfaSetup }> {
  return inOperation('AssociateSoftwareToken', () => associate(client, subject, options))
}

async function associate(
  client: CognitoClient,
  subject: MfaSetup | CallOptions,
  options: CallOptions,
): Promise<{ secretCode: string; challenge?: MfaSetup }> {
  requireClient(client)
  if (!('name' in subject)) {
    const { accessToken } = await authenticatedSession(client, subject)
    const { secretCode } = await requestSecret(client, { AccessToken: accessToken.jwt }, subject)
    return { secretCode }
  }
  if (subject.name !== 'MFA_SETUP')
    throw new ConfigurationError('associateSoftwareToken requires an MFA_SETUP challenge.')
  assertUnexpired(subject, client.now())
  if (subject.step === 'complete') throw new ChallengeError('The code of this challenge has already been verified.')
  const { secretCode, session } = await requestSecret(client, { Session: subject.challengeSession }, options)
  return { secretCode, challenge: { ...advance(client, subject, session), step: 'verify' } }
}

async function requestSecret(
  client: CognitoClient,
  payload: { AccessToken: string } | { Session: string },
  { signal }: CallOptions,
): Promise<{ secretCode: string; session: string | undefined }> {
  type Answer = { SecretCode?: string; Session?: string }
  const answer = await callService<Answer>(client, 'AssociateSoftwareToken', payload, { signal })
  const secretCode = firstText(answer.SecretCode)
  if (!secretCode) throw new ChallengeError('The service returned no secret for the authenticator app.')
  return { secretCode, session: answer.Session }
}

/**
 * Answers MFA_SETUP. Verifies the authenticator's first code and reports it, or sends the e-mail address for codes.
 *
 * @throws ChallengeError, which contains the next `challenge` if the code was verified but could not be reported;
 *   AnyCognitoError; the reason of `signal`.
 */
export async function finishMfaSetup(
  client: CognitoClient,
  state: SignInProgress,
  challenge: MfaSetup,
  answer: Record<string, unknown>,
): Promise<SignInStep> {
  if ('email' in answer) return respond(client, state, challenge, { EMAIL: requireText(answer, 'email') })
  if (challenge.step === 'complete') return respond(client, state, challenge, {})
  if (challenge.step === 'associate') throw new ChallengeError('Call associateSoftwareToken for this challenge first.')
  const verified = await inOperation('VerifySoftwareToken', () => verifyCode(client, state, challenge, answer))
  try {
    return await respond(client, state, verified, {})
  } catch (cause) {
    const message = 'The code has already been verified. Answer the `challenge` of this error instead.'
    throw new ChallengeError(message, { cause, challenge: verified })
  }
}

async function verifyCode(
  client: CognitoClient,
  options: CallOptions,
  challenge: MfaSetup,
  answer: Record<string, unknown>,
): Promise<MfaSetup> {
  const { Status, Session } = await callService<{ Status?: string; Session?: string }>(
    client,
    'VerifySoftwareToken',
    {
      Session: challenge.challengeSession,
      UserCode: requireText(answer, 'userCode'),
      FriendlyDeviceName: answer['deviceName'],
    },
    options,
  )
  if (Status !== 'SUCCESS') throw new ChallengeError('The service did not accept the code from the authenticator app.')
  return { ...advance(client, challenge, Session), step: 'complete' }
}

/** Returns the challenge with a new expiry, and with the response's Session if the response contains one. */
function advance(client: CognitoClient, challenge: MfaSetup, session: string | undefined): MfaSetup {
  return {
    ...challenge,
    challengeSession: firstText(session) ?? challenge.challengeSession,
    expiresAtMs: challengeExpiryMs(client),
  }
}
