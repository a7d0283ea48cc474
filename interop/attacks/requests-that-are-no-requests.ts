import { rawRequest, sendRaw } from '@cognito-srp/testing/raw-http'

import { attack } from './harness/attack.ts'

const JSON_POST = [
  'Host: 127.0.0.1',
  'Content-Type: application/x-amz-json-1.1',
  'X-Amz-Target: AWSCognitoIdentityProviderService.InitiateAuth',
]

/** What no well-meaning program sends; each must be refused as the sender's mistake, and tell nothing of the inside. */
const REQUESTS: Record<string, string> = {
  'a Host that is no host': rawRequest('GET /', ['Host: 127.x.0.1']),
  'a Host that is no host, at the identity service': rawRequest('POST /cognito-idp/', [
    'Host: 127.x.0.1',
    ...JSON_POST.slice(1),
  ]),
  'a Host that is no host, at the API': rawRequest('GET /api/questions', ['Host: a b']),
  'two hosts': rawRequest('GET /', ['Host: 127.0.0.1', 'Host: example.com']),
  'no host': rawRequest('GET /', []),
  'a path that cannot be decoded': rawRequest('GET /%E0%A4%A', ['Host: 127.0.0.1']),
  'an absolute path of another host': rawRequest('GET http://example.com:99999/', ['Host: example.com']),
  'an asterisk': rawRequest('OPTIONS *', ['Host: 127.0.0.1']),
}

const BROKEN_OFF = rawRequest('POST /cognito-idp/', [...JSON_POST, 'Content-Length: 100'], '{"ClientId":')

const TRACE_OF_THE_INSIDE = /\n\s+at .+:\d+:\d+|node_modules|\.ts:\d+/

export default attack({
  does: 'a stranger sends requests that are none, for a 500 or a stack in the answer or the log',
  run: async (checkout) => {
    const product = await checkout.startProduct()
    const harmful: string[] = []
    for (const [what, bytes] of Object.entries(REQUESTS)) {
      const { status, body } = await sendRaw(product.url, bytes, { waitMs: 5_000 })
      if (status === 0 || status >= 500 || TRACE_OF_THE_INSIDE.test(body)) harmful.push(`${what} (${status})`)
    }
    for (let time = 0; time < 5; time += 1) await sendRaw(product.url, BROKEN_OFF, { hangUp: true })
    const after = await fetch(`${product.url}/`)
    if (after.status !== 200) harmful.push(`the page afterwards (${after.status})`)
    if (TRACE_OF_THE_INSIDE.test(product.output)) harmful.push('a stack in the terminal')
    return {
      harm: harmful.length > 0,
      figures: { requests: Object.keys(REQUESTS).length + 5, 'answered with a fault': harmful.join('; ') || 'none' },
    }
  },
})
