import { regionOfHost } from '../pools/address.ts'

/** Pattern of the credential scope in an AWS Signature Version 4 header. The scope contains the region of the request. */
const CREDENTIAL_SCOPE = /Credential=[^/,]+\/\d{8}\/([a-z0-9-]{1,40})\/cognito-idp\/aws4_request/

/** Returns the region of a request, from its signature or from a host name of the service. */
export function regionOf({ headers, url }: Request): string | undefined {
  const [, signedFor] = CREDENTIAL_SCOPE.exec(headers.get('authorization') ?? '') ?? []
  const host = headers.get('host') ?? new URL(url).host
  return signedFor ?? regionOfHost(host.replace(/:\d+$/, ''))
}
