/** Error that the user of a command can fix. The message says what is wrong and what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly code = 'Usage'
}

/** Runs a command. Prints the message of a {@link UsageError} without a stack trace and sets exit code 1. */
export function runCommand(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
