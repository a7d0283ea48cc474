/** How a trigger is called: what its context says of it, and until when, by `performance.now()`, it may answer. */
export type Invocation = { functionName: string; arn: string; deadlineMs: number; signal: AbortSignal }

/** The function ran and failed: `errorType` and `errorMessage` as Lambda reports them. */
export class FunctionError extends Error {
  readonly errorType: string

  constructor(errorType: string, errorMessage: string) {
    super(errorMessage)
    this.errorType = errorType
  }
}

/** The function could not be reached, or gave no answer: `message` is Lambda's name of the reason. */
export class InvocationError extends Error {}

/** It answered what is no JSON, or too much of it. */
export class UnreadableOutputError extends Error {}
