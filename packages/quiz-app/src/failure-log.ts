/**
 * Logs a failure for developers. Users see Portuguese instructions on the screens instead.
 *
 * @param what the failed step, without secrets
 */
export function logFailure(what: string, cause: unknown): void {
  console.error(what, cause)
}
