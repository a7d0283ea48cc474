import { adminAccountOperations } from './admin-accounts.ts'
import { adminGroupOperations } from './admin-groups.ts'
import { adminPoolOperations } from './admin-pools.ts'
import { adminUserOperations } from './admin-users.ts'
import { authOperations } from './auth.ts'
import { deviceOperations } from './devices.ts'
import { mfaOperations } from './mfa.ts'
import type { Operations } from './operation.ts'
import { passkeyOperations } from './passkeys.ts'
import { passwordOperations } from './passwords.ts'
import { signUpOperations } from './sign-up.ts'
import { userOperations } from './user.ts'

/** Every operation by its name on the wire. */
export const allOperations: Operations = {
  ...authOperations,
  ...signUpOperations,
  ...passwordOperations,
  ...userOperations,
  ...mfaOperations,
  ...deviceOperations,
  ...passkeyOperations,
  ...adminUserOperations,
  ...adminAccountOperations,
  ...adminGroupOperations,
  ...adminPoolOperations,
}
