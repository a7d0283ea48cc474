import type { UserPoolConfig } from '@cognito-srp/emulator'

import type { Frame } from '../../../../test/snippets.ts'

/** Code that surrounds a code block of README.md or of a page in docs, and the code block's user pool. */
export type ReadmeFrame = Frame & {
  /** Changes to `POOL` of client-frames.ts. */
  pool?: Partial<UserPoolConfig>
  /** Additional packages that the code block imports, by package name. */
  modules?: Record<string, unknown>
  /** Adds globals or environment variables, which are removed after the test. */
  setUp?: () => unknown
  /** Additional checks after the run. */
  check?: () => void | Promise<void>
}
