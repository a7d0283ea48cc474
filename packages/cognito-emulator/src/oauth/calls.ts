import { allOperations } from '../operations/all.ts'
import type { Input, Output } from '../operations/operation.ts'
import type { ClientConfig } from '../options/client-options.ts'
import type { Caller } from '../pools/pools.ts'
import { secretHashOf } from '../pools/secrets.ts'
import { validateInput } from '../service-model/validate-input.ts'
import type { Services } from '../services.ts'
import { startHostedSignIn, type HostedSignIn } from '../sign-in/initiate-auth.ts'
import { respondToChallenge } from '../sign-in/respond-to-challenge.ts'
import type { AuthAnswer } from '../sign-in/sign-in.ts'

// The pages call the service's operations with the same checks and limits as any client, except that the client's flows do
// not restrict sign-ins.

/** Operations that the pages call. */
type PageOperation =
  | 'SignUp'
  | 'ConfirmSignUp'
  | 'ResendConfirmationCode'
  | 'ForgotPassword'
  | 'ConfirmForgotPassword'
  | 'AssociateSoftwareToken'
  | 'VerifySoftwareToken'

/**
 * Calls an operation.
 *
 * @throws {ServiceError} the operation's errors, and InvalidParameterException for an invalid input
 */
export async function callOperation<Name extends PageOperation>(
  services: Services,
  name: Name,
  input: Record<string, unknown>,
): Promise<Output<Name>> {
  const operation = allOperations[name] as (services: Services, input: Input<Name>) => Promise<Output<Name>>
  return operation(services, validateInput(name, input) as Input<Name>)
}

/** Returns the client and the user of an operation's input. If the client has a secret, the secret hash is included. */
export function clientInput({ client }: Caller, username: string): Record<string, string> {
  return { ClientId: client.id, Username: username, ...secretHash('SecretHash', client, username) }
}

function secretHash(member: string, { id, secret }: ClientConfig, username: string): Record<string, string> {
  return secret === undefined ? {} : { [member]: secretHashOf(secret, username, id) }
}

/**
 * Starts a sign-in with a password.
 *
 * @throws {ServiceError} as InitiateAuth
 */
export function startSignIn(
  services: Services,
  caller: Caller,
  { username, password, levels }: HostedSignIn,
): Promise<AuthAnswer> {
  const AuthParameters = { USERNAME: username, PASSWORD: password }
  validateInput('InitiateAuth', { ClientId: caller.client.id, AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })
  return startHostedSignIn(services, caller, { username, password, levels })
}

/**
 * Answers the challenge of a sign-in.
 *
 * @throws {ServiceError} as RespondToAuthChallenge
 */
export function answerChallenge(
  services: Services,
  caller: Caller,
  { ChallengeName: challengeName = 'PASSWORD', Session: session, ChallengeParameters }: AuthAnswer,
  answers: Record<string, string>,
): Promise<AuthAnswer> {
  const { client } = caller
  const username = ChallengeParameters['USER_ID_FOR_SRP'] ?? ''
  const responses = { ...answers, USERNAME: username, ...secretHash('SECRET_HASH', client, username) }
  const input = { ClientId: client.id, ChallengeName: challengeName, Session: session, ChallengeResponses: responses }
  validateInput('RespondToAuthChallenge', input)
  return respondToChallenge(services, { caller, challengeName, session, responses })
}
