import * as nodeCrypto from 'node:crypto'

import { createGroup } from '../src/srp/group.ts'
import { preferOpenSsl } from '../src/srp/powers/openssl.ts'
import { createSrp } from '../src/srp/srp.ts'
import type { Implement } from './answers.ts'

/** Implementation with OpenSSL, which Node uses. */
export const openSsl: Implement = (definition) => {
  const group = createGroup(definition)
  return createSrp({ ...group, pow: preferOpenSsl(group, () => Promise.resolve(nodeCrypto)) })
}
