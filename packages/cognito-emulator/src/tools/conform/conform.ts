import { powerOfG } from '../../srp/group.ts'
import { EndpointError, openEndpoint, type EndpointOptions } from './endpoint.ts'
import { closeSubject, createAccount, finishSrp, openSubject, signInByPassword, startSrp, tokensOf } from './subject.ts'
import type { Subject } from './subject.ts'
import { NotJudged, type Way, type WrongAnswer } from './wrong-answer.ts'
import { wrongCodes } from './wrong-codes.ts'
import { wrongProofs } from './wrong-proofs.ts'
import { wrongTokens } from './wrong-tokens.ts'

export type Outcome = 'refused' | 'accepted' | 'not supported' | 'not judged'

/**
 * Result of one variant of a wrong answer. `detail` is the error's code, or the reason why the variant could not be
 * tried.
 */
export type Finding = { way: string; outcome: Outcome; detail: string }

/** Result of a wrong answer. */
export type Verdict = { id: string; title: string; outcome: Outcome; findings: Finding[] }

/** Report on the behaviour of an endpoint. */
export type ConformReport = {
  url: string
  /** Result of sign-ins with right answers: `ok`, or the error's message. */
  signIns: { password: string; srp: string }
  verdicts: Verdict[]
  refused: number
}

export type ConformOptions = EndpointOptions & {
  /** Allows moving an emulator's clock forward by days, to test expired codes. Conform cannot move the clock back. */
  mayMoveClock?: boolean | undefined
}

const WRONG_ANSWERS: readonly WrongAnswer[] = [...wrongProofs, ...wrongTokens, ...wrongCodes]

/** Ephemeral secret `a` whose public value A has been published (alexrudd/cognito-srp, cognitosrp_test.go). */
const PUBLISHED_SECRET = 0x499602d2n

/**
 * Signs in with right answers, then sends the wrong answers. Deletes the pools that the check created.
 *
 * @throws {EndpointError} if no pool can be created. @throws {TypeError} if the endpoint cannot be reached.
 */
export async function conform(options: ConformOptions): Promise<ConformReport> {
  const endpoint = openEndpoint(options)
  const subject = await openSubject(endpoint, { mayMoveClock: options.mayMoveClock ?? false })
  try {
    const signIns = {
      password: await trySignIn(signInRightlyByPassword, subject),
      srp: await trySignIn(signInRightlyBySrp, subject),
    }
    const verdicts: Verdict[] = []
    for (const answer of WRONG_ANSWERS) verdicts.push(await judge(subject, answer))
    const refused = verdicts.filter(({ outcome }) => outcome === 'refused').length
    return { url: options.url, signIns, verdicts, refused }
  } finally {
    await closeSubject(subject)
  }
}

async function signInRightlyBySrp(subject: Subject): Promise<unknown> {
  const account = await createAccount(subject, subject.pool)
  const ephemeral = { a: PUBLISHED_SECRET, srpA: powerOfG(PUBLISHED_SECRET).toString(16) }
  return tokensOf(
    await finishSrp(subject, subject.pool, await startSrp(subject, subject.pool, account, ephemeral), account),
  )
}

async function signInRightlyByPassword(subject: Subject): Promise<unknown> {
  return tokensOf(await signInByPassword(subject, subject.pool, await createAccount(subject, subject.pool)))
}

async function trySignIn(signIn: (subject: Subject) => Promise<unknown>, subject: Subject): Promise<string> {
  try {
    await signIn(subject)
    return 'ok'
  } catch (error) {
    return messageOf(error)
  }
}

/**
 * Sends each variant of a wrong answer. The wrong answer is refused if at least one variant is refused and no variant
 * is accepted.
 */
async function judge(subject: Subject, { id, title, ways }: WrongAnswer): Promise<Verdict> {
  const findings: Finding[] = []
  for (const way of ways) findings.push({ way: way.name, ...(await tryWrong(subject, way)) })
  const order: Outcome[] = ['accepted', 'refused', 'not supported', 'not judged']
  const outcome = order.find((candidate) => findings.some((finding) => finding.outcome === candidate)) ?? 'not judged'
  return { id, title, outcome, findings }
}

async function tryWrong(subject: Subject, way: Way): Promise<Omit<Finding, 'way'>> {
  try {
    const attempt = await way.prepare(subject)
    return await attempt().then((): Omit<Finding, 'way'> => ({ outcome: 'accepted', detail: '' }), judgeError)
  } catch (error) {
    return { outcome: error instanceof NotJudged ? 'not judged' : 'not supported', detail: messageOf(error) }
  }
}

/** Returns the finding for an error with which the endpoint rejected the wrong answer. @throws any other error */
function judgeError(error: unknown): Omit<Finding, 'way'> {
  if (error instanceof EndpointError && !error.isUnsupported) return { outcome: 'refused', detail: error.code }
  throw error
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
