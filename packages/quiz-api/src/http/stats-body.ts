import { check, MAX_FLAWS, userStatsSchema, type Flaw, type Marks, type ProblemCode } from '@cognito-srp/contract'

/** A body of `PUT /stats` that is as it must be. The counts are printed again, so that no store keeps what was ignored. */
export type GoodBody = {
  id: string
  marks: Marks | null
  isEmpty: boolean
  questionsStatsJson: Uint8Array<ArrayBuffer>
}

/** What is wrong with a body, as a refusal tells it. */
export type BodyProblem = { code: ProblemCode; detail: string; where: string; flaws?: Flaw[] }

/** What the check of a body came to; it can be handed from thread to thread. */
export type CheckedBody = { good: GoodBody } | { problem: BodyProblem }

/**
 * Decodes, parses and checks a body of `PUT /stats`. For one of 5 MB it takes the better part of a second, in which
 * nothing else happens on its thread.
 */
export function checkStatsBody(body: Uint8Array): CheckedBody {
  const text = decode(body)
  if (text === null) return { problem: { code: 'invalid-encoding', detail: 'The body is not UTF-8.', where: 'body' } }
  const parsed = parseJson(text)
  if ('problem' in parsed) return parsed
  const { data, flaws } = check(userStatsSchema, parsed.json)
  if (data === undefined) return { problem: toProblem(flaws) }
  const { id, marks = null, questionsStats } = data
  const questionsStatsJson = new TextEncoder().encode(JSON.stringify(questionsStats))
  return { good: { id, marks, isEmpty: Object.keys(questionsStats).length === 0, questionsStatsJson } }
}

function decode(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return null
  }
}

function parseJson(text: string): { json: unknown } | { problem: BodyProblem } {
  try {
    return { json: JSON.parse(text) as unknown }
  } catch (error) {
    const position = /at position \d+/.exec(String(error))?.[0] // never the excerpt that the message also holds
    const detail = `The body is not JSON${text === '' ? ': it is empty' : position ? `: see ${position}` : ''}.`
    return { problem: { code: 'invalid-json', detail, where: 'body' } }
  }
}

function toProblem(flaws: Flaw[]): BodyProblem {
  const where = `body.${flaws[0]?.path ?? ''}`.replace(/\.$/, '')
  return { code: 'invalid-body', detail: countOf(flaws.length), where, flaws }
}

function countOf(flaws: number): string {
  if (flaws === 1) return 'One thing in the body is wrong.'
  return flaws < MAX_FLAWS
    ? `${flaws} things in the body are wrong.`
    : `At least ${flaws} things in the body are wrong: the check stopped there.`
}
