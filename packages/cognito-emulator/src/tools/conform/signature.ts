import { createHash, createHmac } from 'node:crypto'

/** AWS credentials. */
export type Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined }

/** Returns the headers of a request to the user-pool service with an AWS signature (Signature Version 4). */
export function signRequest(
  { url, headers, body }: { url: URL; headers: Record<string, string>; body: string },
  { accessKeyId, secretAccessKey, sessionToken }: Credentials,
  { region, nowMs }: { region: string; nowMs: number },
): Record<string, string> {
  const time = new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const date = time.slice(0, 'yyyymmdd'.length)
  const signed: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-date': time,
    ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
  }
  const names = Object.keys(signed).toSorted()
  const canonical = [
    'POST',
    url.pathname,
    '',
    ...names.map((name) => `${name}:${signed[name]}`),
    '',
    names.join(';'),
    sha256(body),
  ].join('\n')
  const scope = `${date}/${region}/cognito-idp/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = [date, region, 'cognito-idp', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`)
  const signature = hmac(key, toSign).toString('hex')
  const { host: _host, ...sent } = signed // fetch sets this header itself
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()
