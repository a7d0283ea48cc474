import { createAmplify } from './amplify.ts'
import { createIdentityJs } from './identity-js.ts'
import { createOwnClient } from './own-client.ts'
import type { CreatePeer } from './peer.ts'
import { createSrpHelper } from './srp-helper.ts'

/** Clients that also support challenges that a user answers. */
export const WHOLE_CLIENTS: [string, CreatePeer][] = [
  ['amazon-cognito-identity-js', createIdentityJs],
  ['aws-amplify/auth', createAmplify],
  ['@cognito-srp/client', createOwnClient],
]

/** All clients, including one that supports only passwords and devices. */
export const EVERY_PEER: [string, CreatePeer][] = [
  ...WHOLE_CLIENTS,
  ['cognito-srp-helper with @aws-sdk', createSrpHelper],
]
