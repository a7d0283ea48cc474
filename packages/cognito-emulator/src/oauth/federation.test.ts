import { expect, test } from 'vitest'

import { call, POOL_ID } from '../../test/caller.ts'
import { answerIn, authorizePath, CALLBACK, createPageVisitor, ORIGIN } from '../../test/page-visitor.ts'
import {
  BIA_USERNAME,
  CONTINUE_AS_BIA,
  createWithSchool,
  describeUser,
  NOW,
  redeemIdToken,
  SCHOOL,
  signInAtSchool,
  visitSchool,
} from '../../test/school-provider.ts'
import type { ProviderAnswer } from '../index.ts'

test("the first sign-in through a provider creates a user in the provider's group, with the mapped attributes", async () => {
  const emulator = createWithSchool()
  const claims = await redeemIdToken(emulator, await signInAtSchool(emulator, { nonce: 'n-1', scope: 'openid email' }))
  expect(claims).toMatchObject({
    'cognito:username': BIA_USERNAME,
    'cognito:groups': [`${POOL_ID}_School`],
    email: 'bia@school.example',
    email_verified: true,
    nonce: 'n-1',
    amr: ['fed'],
    identities: [
      {
        userId: 'bia/1',
        providerName: 'School',
        providerType: 'OIDC',
        issuer: `${ORIGIN}/test-provider/${POOL_ID}/School`,
        primary: 'true',
        dateCreated: String(NOW),
      },
    ],
  })
  expect(await describeUser(emulator)).toMatchObject({ status: 'EXTERNAL_PROVIDER' })
})

test('idp_identifier selects the provider, and the application receives the unchanged state', async () => {
  const visitor = createPageVisitor(createWithSchool())
  await visitor.open(authorizePath({ idp_identifier: 'school.example', state: 'a&b=ç' }))
  expect(visitor.html).toContain('Test provider School')
  expect(answerIn(await visitor.submit({}, CONTINUE_AS_BIA))).toEqual({
    code: expect.stringMatching(/^[\w-]{36}$/),
    state: 'a&b=ç',
  })
})

test('the sign-in page has a button for the provider, in the language of the request', async () => {
  const visitor = createPageVisitor(createWithSchool())
  await visitor.open(authorizePath({ lang: 'pt-BR' }))
  await visitor.submit({}, { button: 'Continuar com School' })
  expect(visitor.html).toContain('Test provider School')
})

test('a client that supports only an identity provider has no pages for sign-up or a forgotten password', async () => {
  const web = { id: 'web', callbackUrls: [CALLBACK], identityProviders: ['School'] }
  const visitor = createPageVisitor(createWithSchool({ clients: [web] }))
  await visitor.open(authorizePath())
  expect(visitor.html).toContain('Test provider School')
  for (const path of ['/signup', '/forgotPassword']) {
    expect((await visitor.open(authorizePath().replace('/oauth2/authorize', path))).status).toBe(400)
  }
})

test("claims that are entered on the test provider's page are mapped to attributes", async () => {
  const attributeMapping = { email: 'mail', 'custom:course': 'course', 'custom:terms': 'terms', username: 'sub' }
  const emulator = createWithSchool({ identityProviders: [{ name: 'School', attributeMapping }] })
  const visitor = await visitSchool(emulator)
  const claims = { mail: 'caio@school.example', course: 'art', terms: [1, 2] }
  await visitor.submit({ sub: 'caio', email: '', name: '', claims: JSON.stringify(claims) })
  expect((await describeUser(emulator, 'School_caio')).attributes).toMatchObject({
    email: 'caio@school.example',
    email_verified: 'false',
    'custom:course': 'art',
    'custom:terms': '[1,2]',
  })
})

test.each([{ sub: '' }, { sub: 'caio', claims: '[]' }, { sub: 'caio', claims: '{' }])(
  "the test provider's page shows an error for the form values %j",
  async (values) => {
    const visitor = await visitSchool(createWithSchool())
    expect((await visitor.submit(values)).status).toBe(400)
    expect(visitor.html).toContain('role="alert"')
  },
)

test.each<[ProviderAnswer, string, string | RegExp]>([
  ['bad-signature', 'invalid_request', /^School Error: .*signature/],
  ['other-key', 'invalid_request', /^School Error: .*key/],
  ['unsigned', 'invalid_request', /^School Error: .*"alg"/],
  ['wrong-issuer', 'invalid_request', 'Bad id_token issuer https://other.example'],
  ['wrong-audience', 'invalid_request', /^School Error: .*audience/],
  ['wrong-nonce', 'invalid_request', /^School Error: .*nonce/],
  ['wrong-subject', 'invalid_request', /^School Error: .*"sub"/],
  ['expired', 'invalid_request', /^School Error: .*expiration/],
  ['replayed-code', 'invalid_grant', 'School Error - 400 invalid_grant The code is unknown or was already redeemed.'],
  ['cancelled', 'access_denied', 'The user cancelled the sign-in.'],
  ['server-error', 'server_error', 'The provider failed.'],
  ['token-error', 'server_error', 'School Error - 500'],
])(
  "if the test provider's response is %s, the sign-in fails and the application receives %s",
  async (answer, error, description) => {
    const emulator = createWithSchool()
    emulator.providerAnswers.order({ provider: 'School', answer })
    expect(await signInAtSchool(emulator)).toEqual({
      error,
      error_description: typeof description === 'string' ? description : expect.stringMatching(description),
      state: 's',
    })
    await expect(describeUser(emulator)).rejects.toMatchObject({ code: 'UserNotFoundException' })
    expect(await signInAtSchool(emulator)).toHaveProperty('code')
  },
)

test.each([
  ['Cancel', 'access_denied'],
  ['Fail', 'server_error'],
])(
  "if the user clicks %s on the test provider's page, the application receives the error %s",
  async (button, error) => {
    const visitor = await visitSchool(createWithSchool())
    expect(answerIn(await visitor.submit({}, { button }))).toMatchObject({ error, state: 's' })
  },
)

test('an order for an incorrect response from one provider does not affect other providers', async () => {
  const emulator = createWithSchool()
  emulator.providerAnswers.order({ provider: 'Google', answer: 'cancelled' })
  expect(await signInAtSchool(emulator)).toHaveProperty('code')
})

test('clear() removes the orders for incorrect responses', async () => {
  const emulator = createWithSchool()
  emulator.providerAnswers.order({ answer: 'cancelled' })
  emulator.providerAnswers.clear()
  expect(await signInAtSchool(emulator)).toHaveProperty('code')
})

test('the emulator accepts an authorization response of a provider only in the browser that started the sign-in', async () => {
  const emulator = createWithSchool()
  let answer = ''
  const visitor = createPageVisitor({
    fetch: async (request) => {
      if (!request.url.includes('/oauth2/idpresponse')) return emulator.fetch(request)
      answer = request.url // not sent yet
      return new Response()
    },
  })
  await visitor.open(authorizePath({ identity_provider: 'School' }))
  await visitor.submit({}, CONTINUE_AS_BIA)
  const [foreign, own] = [createPageVisitor(emulator), createPageVisitor(emulator)]
  for (const [name, value] of visitor.cookies) own.cookies.set(name, value)
  await foreign.open(authorizePath({ identity_provider: 'School' }))
  const response = await foreign.open(answer)
  expect([response.status, foreign.html]).toEqual([400, expect.stringContaining('Invalid state')])
  expect(answerIn(await own.open(answer))).toHaveProperty('code')
})

test('the emulator rejects a repeated authorization response of a provider in the same browser and in another browser', async () => {
  const emulator = createWithSchool()
  const visitor = await visitSchool(emulator)
  const answered: string[] = []
  const spying = { fetch: (request: Request) => (answered.push(request.url), emulator.fetch(request)) }
  const [action = ''] = /\/test-provider\/[^"]*/.exec(visitor.html) ?? []
  const spy = createPageVisitor(spying)
  for (const [name, value] of visitor.cookies) spy.cookies.set(name, value)
  await spy.open(action.replaceAll('&amp;', '&'))
  const foreign = createPageVisitor(emulator)
  const first = await spy.submit({}, CONTINUE_AS_BIA)
  expect(answerIn(first)).toHaveProperty('code')
  const returned = answered.find((url) => url.includes('/oauth2/idpresponse')) ?? ''
  for (const browser of [foreign, spy]) {
    const again = await browser.open(returned.slice(ORIGIN.length))
    expect([again.status, browser.html]).toEqual([400, expect.stringContaining('Invalid state')])
  }
})

test.each([
  [
    'an unknown provider',
    { identity_provider: 'Nowhere' },
    'The client does not support the identity provider Nowhere',
  ],
  [
    'an unknown identifier',
    { idp_identifier: 'x.example' },
    'The client does not support the identity provider x.example',
  ],
  [
    'a provider that the client does not support',
    { identity_provider: 'School', client_id: 'inside' },
    'The client does not support the identity provider School',
  ],
  [
    'a SAML provider',
    { identity_provider: 'Saml', client_id: 'saml' },
    'The emulator does not support SAML, the type of Saml',
  ],
  [
    'a client whose only provider is a SAML provider',
    { client_id: 'saml' },
    'The emulator does not support SAML, the type of Saml',
  ],
])('an authorization request for %s fails with invalid_request', async (_case, parameters, description) => {
  const clients = [
    { id: 'web', callbackUrls: [CALLBACK] },
    { id: 'inside', callbackUrls: [CALLBACK], identityProviders: ['COGNITO'] },
    { id: 'saml', callbackUrls: [CALLBACK], identityProviders: ['Saml'] },
  ]
  const emulator = createWithSchool({ clients })
  await call(emulator, 'CreateIdentityProvider', {
    UserPoolId: POOL_ID,
    ProviderName: 'Saml',
    ProviderType: 'SAML',
    ProviderDetails: { MetadataURL: 'https://idp.example/metadata' },
  })
  const visitor = createPageVisitor(emulator)
  const response = await visitor.open(authorizePath(parameters))
  const { error, error_description: shown } = answerIn(response)
  expect([error, shown]).toEqual(['invalid_request', description])
})

test("identity_provider=COGNITO opens the pool's sign-in page", async () => {
  const visitor = createPageVisitor(createWithSchool())
  await visitor.open(authorizePath({ identity_provider: 'COGNITO' }))
  expect(visitor.html).toContain('name="password"')
})

test("a user who is signed in through a provider skips the provider's sign-in page, unless prompt is login", async () => {
  const other = { name: 'Other' }
  const visitor = await visitSchool(createWithSchool({ identityProviders: [SCHOOL, other] }))
  await visitor.submit({}, CONTINUE_AS_BIA)
  const ask = async (parameters: Record<string, string>) => answerIn(await visitor.open(authorizePath(parameters)))
  expect(await ask({ identity_provider: 'School', prompt: 'none' })).toHaveProperty('code')
  expect(await ask({ prompt: 'none' })).toHaveProperty('code')
  expect(await ask({ identity_provider: 'Other', prompt: 'none' })).toMatchObject({ error: 'login_required' })
  // The service also returns login_required: https://github.com/aws-amplify/amplify-js/issues/14897
  expect(await ask({ identity_provider: 'COGNITO', prompt: 'none' })).toMatchObject({ error: 'login_required' })
  await visitor.open(authorizePath({ identity_provider: 'School', prompt: 'login', login_hint: 'caio' }))
  expect(visitor.html).toMatch(/name="sub"[^>]*value="caio"/)
})

test('a test provider replaces a social provider that was created through the API', async () => {
  const emulator = createWithSchool({
    clients: [{ id: 'web', callbackUrls: [CALLBACK], identityProviders: ['Google'] }],
  })
  await call(emulator, 'CreateIdentityProvider', {
    UserPoolId: POOL_ID,
    ProviderName: 'Google',
    ProviderType: 'Google',
    ProviderDetails: { client_id: 'quiz', client_secret: 'segredo', authorize_scopes: 'email' },
    AttributeMapping: { email: 'email', username: 'sub' },
  })
  const visitor = await visitSchool(emulator, { identity_provider: 'Google' })
  expect(answerIn(await visitor.submit({ sub: '42', email: 'bia@example.com' }))).toHaveProperty('code')
  const { attributes } = await describeUser(emulator, 'Google_42')
  expect(JSON.parse(attributes['identities'] ?? '')).toMatchObject([
    { providerName: 'Google', providerType: 'Google', issuer: null },
  ])
})

test("a test provider replaces an OpenID provider that was created through the API, even if the provider's details contain URLs", async () => {
  const clients = [{ id: 'web', callbackUrls: [CALLBACK], identityProviders: ['School'] }]
  const emulator = createWithSchool({ clients, identityProviders: [] })
  const outside = 'https://outside.invalid'
  await call(emulator, 'CreateIdentityProvider', {
    UserPoolId: POOL_ID,
    ProviderName: 'School',
    ProviderType: 'OIDC',
    ProviderDetails: {
      client_id: 'pool',
      authorize_scopes: 'openid',
      attributes_request_method: 'POST',
      oidc_issuer: outside,
      authorize_url: `${outside}/authorize`,
      token_url: `${outside}/token`,
      attributes_url: `${outside}/userinfo`,
      jwks_uri: `${outside}/jwks`,
    },
  })
  const visitor = await visitSchool(emulator)
  expect(visitor.html).toContain('Test provider School')
  expect(answerIn(await visitor.submit({ sub: '42' }))).toHaveProperty('code')
})
