import type { Subject } from './subject.ts'

/** Sends the wrong answer: an endpoint that verifies throws a `Refusal`. */
export type Attempt = () => Promise<unknown>

/** One way to be wrong. */
export type Way = {
  name: string
  /**
   * Comes to where the answer is asked for, on the way giving the right one where there is one: an endpoint that refuses
   * that cannot be judged by its refusals.
   *
   * @throws {NotJudged} where the endpoint shows too little
   */
  prepare: (subject: Subject) => Promise<Attempt>
}

/** A wrong answer with the ways to give it. It is refused when all of them are. */
export type WrongAnswer = { id: string; title: string; ways: Way[] }

/** The endpoint shows too little to judge it. */
export class NotJudged extends Error {}
