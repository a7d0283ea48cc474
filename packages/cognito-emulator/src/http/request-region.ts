import { regionOfHost } from '../pools/address.ts'

/** The part of a Signature Version 4 that says where the request is meant for. */
const CREDENTIAL_SCOPE = /Credential=[^/,]+\/\d{8}\/([a-z0-9-]{1,40})\/cognito-idp\/aws4_request/

/** The region that a request names: the one it is signed for, or the one in a host of the service. */
export function regionOf({ headers, url }: Request): string | undefined {
  const [, signedFor] = CREDENTIAL_SCOPE.exec(headers.get('authorization') ?? '') ?? []
  const host = headers.get('host') ?? new URL(url).host
  return signedFor ?? regionOfHost(host.replace(/:\d+$/, ''))
}
