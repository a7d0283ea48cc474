import type { Subject } from './subject.ts'

/** Sends the wrong answer. Throws an `EndpointError` if the endpoint verifies answers. */
export type Attempt = () => Promise<unknown>

/** One way to give a wrong answer. */
export type Way = {
  name: string
  /**
   * Prepares everything up to the wrong answer. First sends the right answer, if there is one. If the endpoint refuses
   * the right answer too, its refusal of the wrong answer proves nothing.
   *
   * @throws {NotJudged} if the endpoint does not show enough to test the wrong answer
   */
  prepare: (subject: Subject) => Promise<Attempt>
}

/** A wrong answer with the ways to give it. */
export type WrongAnswer = { id: string; title: string; ways: Way[] }

/** Thrown if the endpoint does not show enough to test a wrong answer. */
export class NotJudged extends Error {}
