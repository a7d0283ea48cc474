// Lets platforms without BigInt sign in. Importing this module registers arithmetic on big-integer; where BigInt exists,
// the client never uses it.

import { COGNITO } from './srp/cognito.ts'
import { registerFallback } from './srp/fallback.ts'
import { createSrpWithoutBigInt } from './srp/powers/digit-arrays.ts'

registerFallback(() => createSrpWithoutBigInt(COGNITO))
