/** The person who runs a command has something to put right; the message says what and how. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly code = 'Usage'
}

/** Runs a command's work. A {@link UsageError} is printed without a stack, and the command fails. */
export function runCommand(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
