import { accountOperations } from './account.ts'
import { adminCreateUserOperations } from './admin-create-user.ts'
import { authEventOperations } from './auth-events.ts'
import { authFactorOperations } from './auth-factors.ts'
import { authOperations } from './auth.ts'
import { clientSecretOperations } from './client-secrets.ts'
import { clientOperations } from './clients.ts'
import { deviceOperations } from './devices.ts'
import { domainOperations } from './domains.ts'
import { groupOperations } from './groups.ts'
import { identityProviderOperations } from './identity-providers.ts'
import { keptSettingOperations } from './kept-settings.ts'
import { linkedProviderOperations } from './linked-providers.ts'
import { listUsersOperations } from './list-users.ts'
import { mfaOperations } from './mfa.ts'
import type { Operations } from './operation.ts'
import { passkeyOperations } from './passkeys.ts'
import { passwordOperations } from './passwords.ts'
import { resourceServerOperations } from './resource-servers.ts'
import { signUpOperations } from './sign-up.ts'
import { tagOperations } from './tags.ts'
import { userAttributeOperations } from './user-attributes.ts'
import { userImportOperations } from './user-import-jobs.ts'
import { mfaConfigOperations } from './user-pool-mfa.ts'
import { userPoolOperations } from './user-pools.ts'
import { userOperations } from './users.ts'

/** Tables of operations, by topic. */
export const OPERATION_TABLES: readonly Operations[] = [
  authOperations,
  signUpOperations,
  passwordOperations,
  accountOperations,
  mfaOperations,
  deviceOperations,
  passkeyOperations,
  userOperations,
  adminCreateUserOperations,
  listUsersOperations,
  userAttributeOperations,
  authFactorOperations,
  authEventOperations,
  linkedProviderOperations,
  userImportOperations,
  groupOperations,
  userPoolOperations,
  clientOperations,
  domainOperations,
  resourceServerOperations,
  identityProviderOperations,
  clientSecretOperations,
  mfaConfigOperations,
  tagOperations,
  keptSettingOperations,
]

/** All operations by wire name. */
export const allOperations: Operations = Object.assign({}, ...OPERATION_TABLES)
