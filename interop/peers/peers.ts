import { createAmplify } from './amplify.ts'
import { createIdentityJs } from './identity-js.ts'
import { createOwnClient } from './own-client.ts'
import type { CreatePeer } from './peer.ts'
import { createSrpHelper } from './srp-helper.ts'

/** Clients that answer every challenge of a person. */
export const WHOLE_CLIENTS: [string, CreatePeer][] = [
  ['amazon-cognito-identity-js', createIdentityJs],
  ['aws-amplify/auth', createAmplify],
  ['@cognito-srp/client', createOwnClient],
]

/** The same, and one that knows passwords and devices only. */
export const EVERY_PEER: [string, CreatePeer][] = [
  ...WHOLE_CLIENTS,
  ['cognito-srp-helper with @aws-sdk', createSrpHelper],
]
