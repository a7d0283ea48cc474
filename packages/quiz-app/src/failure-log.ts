/**
 * Logs a failure for developers. The screens tell users in Portuguese what to do.
 *
 * @param what the failed step, without secrets
 */
export function logFailure(what: string, cause: unknown): void {
  console.error(what, cause)
}
