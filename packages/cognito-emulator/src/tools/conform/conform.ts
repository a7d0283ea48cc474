import { powerOfG } from '../../srp/group.ts'
import { openEndpoint, Refusal, type EndpointOptions } from './endpoint.ts'
import { closeSubject, createAccount, finishSrp, openSubject, signInByPassword, startSrp, tokensOf } from './subject.ts'
import type { Subject } from './subject.ts'
import { NotJudged, type Way, type WrongAnswer } from './wrong-answer.ts'
import { wrongCodes } from './wrong-codes.ts'
import { wrongProofs } from './wrong-proofs.ts'
import { wrongTokens } from './wrong-tokens.ts'

export type Outcome = 'refused' | 'accepted' | 'not supported' | 'not judged'

/** What became of one way to be wrong; `detail` is the error's code, or why it could not be tried. */
export type Finding = { way: string; outcome: Outcome; detail: string }

/** What became of a wrong answer. */
export type Verdict = { id: string; title: string; outcome: Outcome; findings: Finding[] }

/** What an endpoint was found to do. */
export type ConformReport = {
  url: string
  /** Right sign-ins: `ok`, or why not. */
  signIns: { password: string; srp: string }
  verdicts: Verdict[]
  refused: number
}

export type ConformOptions = EndpointOptions & {
  /** The clock of an emulator may be moved on by days, for codes that expire. It stays there. */
  mayMoveClock?: boolean | undefined
}

const WRONG_ANSWERS: readonly WrongAnswer[] = [...wrongProofs, ...wrongTokens, ...wrongCodes]

/** Whose A is published (alexrudd/cognito-srp, cognitosrp_test.go): the handshake begins with that very number. */
const PUBLISHED_SECRET = 0x499602d2n

/**
 * Signs in rightly, then gives the wrong answers, in pools that are deleted afterwards.
 *
 * @throws {Refusal} when no pool can be made. @throws {TypeError} when nothing answers.
 */
export async function conform(options: ConformOptions): Promise<ConformReport> {
  const endpoint = openEndpoint(options)
  const subject = await openSubject(endpoint, { mayMoveClock: options.mayMoveClock ?? false })
  try {
    const signIns = {
      password: await tryRight(signInRightlyByPassword, subject),
      srp: await tryRight(signInRightlyBySrp, subject),
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

async function tryRight(signIn: (subject: Subject) => Promise<unknown>, subject: Subject): Promise<string> {
  try {
    await signIn(subject)
    return 'ok'
  } catch (error) {
    return messageOf(error)
  }
}

/** Gives a wrong answer in each of its ways. It is refused when none is accepted, and some could be tried. */
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
    return await attempt().then((): Omit<Finding, 'way'> => ({ outcome: 'accepted', detail: '' }), judgeRefusal)
  } catch (error) {
    return { outcome: error instanceof NotJudged ? 'not judged' : 'not supported', detail: messageOf(error) }
  }
}

/** @throws what is no refusal of the answer */
function judgeRefusal(error: unknown): Omit<Finding, 'way'> {
  if (error instanceof Refusal && !error.isLack) return { outcome: 'refused', detail: error.code }
  throw error
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
