import type { UserPoolConfig } from '@cognito-srp/emulator'

import type { Frame } from '../../../../test/snippets.ts'

/** Code around a block of README.md or of a page in docs, and the block's pool. */
export type ReadmeFrame = Frame & {
  /** Changes to `POOL` of client-frames.ts. */
  pool?: Partial<UserPoolConfig>
  /** Packages by name, besides the client and the emulator. */
  modules?: Record<string, unknown>
  /** Adds globals of the block's platform that Node lacks, until the test ends. */
  setUp?: () => unknown
  /** Additional checks after the run. */
  check?: () => void | Promise<void>
}
