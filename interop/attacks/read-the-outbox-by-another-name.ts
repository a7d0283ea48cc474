import { callOperation } from '@cognito-srp/testing/attacked/requests'
import { rawRequest, sendRaw } from '@cognito-srp/testing/raw-http'

import { attack } from './harness/attack.ts'

const POOL = { userPools: [{ id: 'local_Pool1', clients: [{ id: 'web' }] }] }
const SIGN_UP = {
  ClientId: 'web',
  Username: 'ana',
  Password: 'Senha-123',
  UserAttributes: [{ Name: 'email', Value: 'ana@example.com' }],
}

/** How the page of a site whose name was made to resolve to this machine, or a page on another port, asks. */
const PAGES: Record<string, string[]> = {
  'another name': ['Host: evil.example.com'],
  'another name, of its own site': ['Host: evil.example.com:9339', 'Sec-Fetch-Site: same-origin'],
  'a name that begins as ours': ['Host: localhost.evil.example.com'],
  'a name in capitals, with its dot': ['Host: EVIL.EXAMPLE.COM.'],
  'a page on another port': ['Host: localhost', 'Sec-Fetch-Site: same-site'],
  'a page of another site': ['Host: 127.0.0.1', 'Sec-Fetch-Site: cross-site'],
}

export default attack({
  does: "a page under another name reads the outbox of a developer's emulator (DNS rebinding)",
  run: async (checkout) => {
    const emulator = await checkout.startEmulator(POOL)
    await callOperation(emulator.url, 'SignUp', SIGN_UP)
    const read = (target: string, headers: string[]) => sendRaw(emulator.url, rawRequest(`GET ${target}`, headers))
    const shown: string[] = []
    for (const [page, headers] of Object.entries(PAGES)) {
      if ((await read('/_emulator/outbox', headers)).body.includes('"code"')) shown.push(page)
    }
    const absolute = await read('http://evil.example.com/_emulator/outbox', ['Host: localhost'])
    if (absolute.body.includes('"code"')) shown.push('another name in the target')
    const ofAPlainTest = await read('/_emulator/outbox', ['Host: localhost'])
    if (!ofAPlainTest.body.includes('"code"'))
      throw new Error('A test on this machine cannot read the outbox any more.')
    return {
      harm: shown.length > 0,
      figures: { 'ways to ask': Object.keys(PAGES).length + 1, 'the code was shown to': shown.join('; ') || 'nobody' },
    }
  },
})
