import type { Subject } from './subject.ts'

/** Sends the wrong answer. An endpoint that verifies answers refuses the wrong answer with an `EndpointError`. */
export type Attempt = () => Promise<unknown>

/** A variant of a wrong answer. */
export type Way = {
  name: string
  /**
   * Prepares everything up to the wrong answer. First sends the right answer, if there is one. If the endpoint refuses
   * the right answer too, its refusal of the wrong answer proves nothing.
   *
   * @throws {NotJudged} if the endpoint does not reveal enough to test the wrong answer
   */
  prepare: (subject: Subject) => Promise<Attempt>
}

/** A wrong answer with its variants. */
export type WrongAnswer = { id: string; title: string; ways: Way[] }

/** Thrown if the endpoint does not reveal enough to test a wrong answer. */
export class NotJudged extends Error {}
