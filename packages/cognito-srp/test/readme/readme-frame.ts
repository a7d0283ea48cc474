import type { UserPoolConfig } from '@cognito-srp/emulator'

import type { Frame } from '../../../../test/snippets.ts'

/** Code around a block of README.md or of a page in docs, and the pool that the block runs against. */
export type ReadmeFrame = Frame & {
  /** How its pool differs from `POOL` of client-frames.ts. */
  pool?: Partial<UserPoolConfig>
  /** Packages by name, besides the client and the emulator. */
  modules?: Record<string, unknown>
  /** Puts into the global scope what Node lacks of the platform that it is for, until the test ends. */
  setUp?: () => unknown
  /** What else is checked afterwards. */
  check?: () => void | Promise<void>
}
