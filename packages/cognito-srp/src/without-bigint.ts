// Adds support for platforms without BigInt. Importing this module registers arithmetic that uses big-integer. If BigInt exists,
// the client uses BigInt instead of big-integer.

import { COGNITO } from './srp/cognito.ts'
import { registerFallback } from './srp/fallback.ts'
import { createSrpWithoutBigInt } from './srp/powers/digit-arrays.ts'

registerFallback(() => createSrpWithoutBigInt(COGNITO))
