import type { Subject } from './subject.ts'

/** Sends the wrong answer. Throws an `EndpointError` if the endpoint verifies answers. */
export type Attempt = () => Promise<unknown>

/** One way to give a wrong answer. */
export type Way = {
  name: string
  /**
   * Brings the sign-in to the step before the wrong answer. First sends the right answer, if there is one, because the
   * result says nothing about an endpoint that also refuses the right answer.
   *
   * @throws {NotJudged} if the endpoint does not show enough to test it
   */
  prepare: (subject: Subject) => Promise<Attempt>
}

/** A wrong answer with the ways to give it. */
export type WrongAnswer = { id: string; title: string; ways: Way[] }

/** Thrown if the endpoint does not show enough to test it. */
export class NotJudged extends Error {}
