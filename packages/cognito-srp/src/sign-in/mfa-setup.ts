import type { CognitoClient } from '../client.ts'
import { ChallengeError, ConfigurationError } from '../errors.ts'
import type { CallOptions } from '../service/signal.ts'
import { callService } from '../service/transport.ts'
import { authenticatedSession } from '../session/authenticated.ts'
import { sendResponse, type Attempt } from './attempt.ts'
import type { MfaSetup } from './challenge.ts'
import { assertUnexpired, challengeExpiryMs } from './parse-challenge.ts'
import { proceed, type SignInStep } from './proceed.ts'
import { requireText } from './responses.ts'

type SecretAnswer = { SecretCode?: string; Session?: string }

/**
 * Asks for the secret of an authenticator app, to be shown as a QR code of
 * `otpauth://totp/<issuer>:<account>?secret=<secretCode>&issuer=<issuer>`. During a sign-in, go on with the returned
 * challenge, whose answer is the app's first code; signed in, with `verifySoftwareToken`.
 *
 * @throws {@link ChallengeError} when the challenge has expired or its code was verified already; {@link SessionError}
 *   'User is not authenticated' without a challenge and a session; {@link ServiceError}, {@link NetworkError},
 *   {@link TimeoutError}.
 */
export function associateSoftwareToken(
  client: CognitoClient,
  challenge: MfaSetup,
  options?: CallOptions,
): Promise<{ secretCode: string; challenge: MfaSetup }>
export function associateSoftwareToken(client: CognitoClient, options?: CallOptions): Promise<{ secretCode: string }>
export async function associateSoftwareToken(
  client: CognitoClient,
  subject: MfaSetup | CallOptions = {},
  options: CallOptions = {},
): Promise<{ secretCode: string; challenge?: MfaSetup }> {
  if (!('name' in subject)) return associateSignedIn(client, subject)
  if (subject.name !== 'MFA_SETUP') throw new ConfigurationError('associateSoftwareToken takes an MFA_SETUP challenge.')
  assertUnexpired(subject, client.now())
  if (subject.step === 'complete') throw new ChallengeError('The code of this challenge has been verified already.')
  const answer = await callService<SecretAnswer>(
    client,
    'AssociateSoftwareToken',
    { Session: subject.challengeSession },
    options,
  )
  const challenge: MfaSetup = { ...advance(client, subject, answer.Session), step: 'verify' }
  return { secretCode: readSecret(answer), challenge }
}

async function associateSignedIn(client: CognitoClient, options: CallOptions): Promise<{ secretCode: string }> {
  const session = await authenticatedSession(client, options)
  const request = { AccessToken: session.accessToken.jwt }
  return { secretCode: readSecret(await callService<SecretAnswer>(client, 'AssociateSoftwareToken', request, options)) }
}

/**
 * Answers MFA_SETUP: verifies the authenticator's first code and reports it, or names the e-mail address for codes.
 *
 * @throws {@link ChallengeError} with `.challenge` advanced when the code was verified and reporting it failed.
 */
export async function finishMfaSetup(
  client: CognitoClient,
  challenge: MfaSetup,
  answer: Record<string, unknown>,
  attempt: Attempt,
): Promise<SignInStep> {
  if ('email' in answer) return report(client, challenge, attempt, { EMAIL: requireText(answer, 'email') })
  if (challenge.step === 'complete') return report(client, challenge, attempt, {})
  if (challenge.step === 'associate') throw new ChallengeError('Call associateSoftwareToken for this challenge first.')
  const verified = await verifyCode(client, challenge, answer, attempt)
  try {
    return await report(client, verified, attempt, {})
  } catch (cause) {
    throw new ChallengeError(
      'The code is verified, but the sign-in could not go on. Answer `challenge` of this error.',
      {
        cause,
        challenge: verified,
      },
    )
  }
}

async function verifyCode(
  client: CognitoClient,
  challenge: MfaSetup,
  answer: Record<string, unknown>,
  { signal }: Attempt,
): Promise<MfaSetup> {
  const { Status, Session } = await callService<{ Status?: string; Session?: string }>(
    client,
    'VerifySoftwareToken',
    {
      Session: challenge.challengeSession,
      UserCode: requireText(answer, 'userCode'),
      FriendlyDeviceName: answer['deviceName'],
    },
    { signal },
  )
  if (Status !== 'SUCCESS') throw new ChallengeError('The service did not accept the code of the authenticator app.')
  return { ...advance(client, challenge, Session), step: 'complete' }
}

async function report(
  client: CognitoClient,
  { challengeSession }: MfaSetup,
  attempt: Attempt,
  responses: Record<string, string>,
): Promise<SignInStep> {
  const answer = await sendResponse(client, attempt, { challengeName: 'MFA_SETUP', challengeSession, responses })
  return proceed(client, attempt, answer)
}

function advance(client: CognitoClient, challenge: MfaSetup, session: string | undefined): MfaSetup {
  return {
    ...challenge,
    challengeSession: session ?? challenge.challengeSession,
    expiresAtMs: challengeExpiryMs(client),
  }
}

function readSecret({ SecretCode }: SecretAnswer): string {
  if (!SecretCode) throw new ChallengeError('The service gave no secret for the authenticator app.')
  return SecretCode
}
