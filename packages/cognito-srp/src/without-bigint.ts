// Adds support for platforms without BigInt. Importing this module registers arithmetic that uses big-integer. The client does
// not use it if BigInt exists.

import { COGNITO } from './srp/cognito.ts'
import { registerFallback } from './srp/fallback.ts'
import { createSrpWithoutBigInt } from './srp/powers/digit-arrays.ts'

registerFallback(() => createSrpWithoutBigInt(COGNITO))
