/** Context of a trigger call. `deadlineMs` is the time of `performance.now()` at which the call times out. */
export type Invocation = { functionName: string; arn: string; deadlineMs: number; signal: AbortSignal }

/** Thrown if the function ran and failed, with the error type and message that Lambda reports. */
export class FunctionError extends Error {
  readonly errorType: string

  constructor(errorType: string, errorMessage: string) {
    super(errorMessage)
    this.errorType = errorType
  }
}

/** Thrown if the function could not be called or did not respond. `message` is Lambda's name for the reason. */
export class InvocationError extends Error {}

/** Thrown if the output of the function is not JSON or is too large. */
export class UnreadableOutputError extends Error {}
