import { runTrigger } from '../../run-trigger.ts'
import { ServiceError, wrongPassword } from '../../service-error.ts'
import { matchesPassword, type Identity } from '../../srp/handshake.ts'
import type { User } from '../../users/user.ts'
import type { ChallengeDetail } from '../challenge.ts'
import { passwordRecordOf, signingInUser } from '../identity.ts'
import { afterPassword } from '../next-step.ts'
import { ask, requireParameter, type AuthAnswer, type SignIn, type Turn } from '../sign-in.ts'
import { srpParameters, startSrp, verifySrp } from '../srp.ts'
import { advanceCustomAuth } from './custom.ts'

/** Answers SRP_A with B: the first half of a password sign-in that never sends the password. */
export async function askPasswordVerifier(signIn: SignIn, srpA: string): Promise<AuthAnswer> {
  const { services, caller, progress } = signIn
  services.attemptLimits.check(caller.pool, progress.username)
  const record = passwordRecordOf(signIn, signingInUser(signIn))
  const srp = await startSrp(services, record, srpA)
  const detail: ChallengeDetail = { name: 'PASSWORD_VERIFIER', srp }
  return ask(signIn, detail, { USERNAME: progress.username, ...srpParameters(record, srp) })
}

/** Checks the signature over the handshake: the second half. */
export async function answerPasswordVerifier(turn: Turn<'PASSWORD_VERIFIER'>): Promise<AuthAnswer> {
  const { services, progress, challenge, responses } = turn
  const user = await guardAttempts(turn, async (known) => {
    await verifySrp(services, challenge.srp, identityOf(turn), responses)
    if (known?.password?.verifier !== challenge.srp.verifier) throw wrongPassword() // changed since it was asked
  })
  if (progress.flow !== 'CUSTOM_AUTH') return afterPassword(turn, user)
  return advanceCustomAuth(turn, { challengeName: 'PASSWORD_VERIFIER', challengeResult: true })
}

/** Checks a password that is sent in clear. */
export async function checkPlainPassword(signIn: SignIn, password: string): Promise<AuthAnswer> {
  const user = await guardAttempts(signIn, async (known) => {
    const record = passwordRecordOf(signIn, known)
    const isRight = await signIn.services.compute(() => matchesPassword(record, identityOf(signIn), password))
    if (!isRight) throw wrongPassword()
  })
  return afterPassword(signIn, user)
}

/** Answers the challenge PASSWORD. */
export async function answerPassword(turn: Turn<'PASSWORD'>): Promise<AuthAnswer> {
  return checkPlainPassword(turn, requireParameter(turn.responses, 'PASSWORD'))
}

/** Answers the challenge PASSWORD_SRP. */
export async function answerPasswordSrp(turn: Turn<'PASSWORD_SRP'>): Promise<AuthAnswer> {
  return askPasswordVerifier(turn, requireParameter(turn.responses, 'SRP_A'))
}

/** Counts failures of a proof against the name, and gives the user once it is proven. Nobody is never proven. */
async function guardAttempts(signIn: SignIn, prove: (user: User | undefined) => Promise<void>): Promise<User> {
  const { services, caller, progress } = signIn
  const { attemptLimits } = services
  attemptLimits.check(caller.pool, progress.username)
  const user = signingInUser(signIn)
  if (user) await runPreAuthentication(signIn, user)
  try {
    await prove(user)
    if (!user) throw wrongPassword()
  } catch (error) {
    const isRefusal = error instanceof ServiceError && error.code === 'NotAuthorizedException'
    if (isRefusal) attemptLimits.fail(caller.pool, progress.username)
    throw error
  }
  attemptLimits.check(caller.pool, progress.username) // guesses sent at the same time count before this one
  attemptLimits.succeed(caller.pool, progress.username)
  return user
}

function identityOf({ caller, progress }: SignIn): Identity {
  return { poolName: caller.pool.name, userId: progress.username }
}

async function runPreAuthentication({ caller, clientMetadata }: SignIn, user: User): Promise<void> {
  await runTrigger(caller, 'preAuthentication', {
    triggerSource: 'PreAuthentication_Authentication',
    user,
    request: { validationData: clientMetadata ?? {} },
    response: {},
  })
}
