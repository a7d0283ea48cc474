import * as plain from '@cognito-srp/testing/srp'

import { createSrpClient, type SrpClient } from '../src/tools/conform/srp-client.ts'

export { formatTimestamp, type ServerAnswer } from '../src/tools/conform/srp-client.ts'

/** The client's side of SRP for tests, with arithmetic that is independent of `src/srp`. */
const client: SrpClient = createSrpClient(plain)

export const createClientEphemeral: SrpClient['createClientEphemeral'] = client.createClientEphemeral
export const proveClaim: SrpClient['proveClaim'] = client.proveClaim
export const deviceVerifier: SrpClient['deviceVerifier'] = client.deviceVerifier
