/**
 * Logs what went wrong for developers; the screens say in Portuguese what the person can do.
 *
 * @param what the step that failed, without anything secret
 */
export function logFailure(what: string, cause: unknown): void {
  console.error(what, cause)
}
