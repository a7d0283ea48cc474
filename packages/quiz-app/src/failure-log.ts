/**
 * Logs a failure for developers. The screens show users Portuguese instructions.
 *
 * @param what the failed step, without secrets
 */
export function logFailure(what: string, cause: unknown): void {
  console.error(what, cause)
}
