import { afterAll, expect, test } from 'vitest'

import { serviceModel, type Shape } from '../src/service-model/model.ts'
import { accessTokenOf, createTestEmulator, POOL_ID, signInWithPassword } from './caller.ts'

/** Calls every operation with broken inputs. This test is a quick version of the fuzz test in long-tests. */
const emulator = createTestEmulator({ deviceTracking: 'always' })
const AccessToken = accessTokenOf(await signInWithPassword(emulator))
afterAll(() => emulator.close())

const KNOWN: Record<string, unknown> = { UserPoolId: POOL_ID, ClientId: 'web', Username: 'ana', AccessToken }

/** Values of the wrong type, empty values, and unusual values. */
const ODD = [null, 0, -1, 1e308, '', ' ', '__proto__', '\ud800\u0000', true, [], {}, [null], { a: null }]

test.each(Object.keys(serviceModel.operations))(
  "%s responds to broken inputs in the service's format",
  async (name) => {
    const { members } = serviceModel.shapes[serviceModel.operations[name] ?? ''] as Extract<
      Shape,
      { type: 'structure' }
    >
    const valid = Object.fromEntries(Object.keys(members).flatMap((key) => (key in KNOWN ? [[key, KNOWN[key]]] : [])))
    const broken = Object.keys(members).map((key, index) =>
      Object.assign({}, valid, { [key]: ODD[index % ODD.length] }),
    )
    const allOdd = ODD.map((odd) => Object.fromEntries(Object.keys(members).map((key) => [key, odd])))
    for (const body of [{}, { [name]: {} }, ...broken, ...allOdd]) {
      const headers = { 'x-amz-target': `AWSCognitoIdentityProviderService.${name}` }
      const request = new Request('http://127.0.0.1/', { method: 'POST', headers, body: JSON.stringify(body) })
      const response = await emulator.fetch(request)
      const answer = (await response.json()) as { __type?: string }
      expect([200, 400, 501], JSON.stringify(body)).toContain(response.status)
      if (response.status === 400) expect(answer.__type).toMatch(/^[A-Za-z]+Exception$/)
    }
  },
)
