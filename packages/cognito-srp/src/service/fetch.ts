import type { AnswerHead } from './failure.ts'
import type { Signal } from './signal.ts'

/** The request that the client hands to {@link Fetch}. */
export type FetchRequest = {
  method: 'POST'
  headers: Record<string, string>
  body: string
  signal: Signal
  mode?: 'cors'
  cache?: 'no-store'
}

/** What is read of an answer. */
export type FetchAnswer = AnswerHead & {
  /** The whole body. */
  text(): Promise<string>
}

/** The part of the platform's `fetch` that is used; the platform's own qualifies. */
export type Fetch = (url: string, request: FetchRequest) => Promise<FetchAnswer>
