import type { Library } from '../library.ts'
import { amplify } from './amplify.ts'
import { identityJs } from './identity-js.ts'
import { passwordless } from './passwordless.ts'
import { srpHelper } from './srp-helper.ts'

export const LIBRARIES: readonly Library[] = [identityJs, amplify, srpHelper, passwordless]
