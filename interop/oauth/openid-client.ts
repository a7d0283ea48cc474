import assert from 'node:assert/strict'
import type { ProviderAnswer } from '@cognito-srp/emulator'
import * as client from 'openid-client'

import { isRefused, type Check } from './judge.ts'
import { ANA, BIA, continueAsBia, openWorld, SERVER_SECRET, signInOnPage, type World } from './world.ts'

const SCOPE = 'openid email aws.cognito.signin.user.admin'

/** Checks openid-client 6, a certified relying party, as a public client with PKCE and as a server with a secret. */
export async function judgeByOpenidClient(check: Check): Promise<void> {
  const world = await openWorld(() => (_request, response) => response.end('<!doctype html><title>app</title>'))
  try {
    const config = await discover(world, 'web')
    await judgeSignIn(world, config, check)
    await judgeCodes(world, config, check)
    await judgeAddresses(world, config, check)
    await judgeClients(world, check)
    await judgeProvider(world, config, check)
  } finally {
    await world.close()
  }
}

function discover({ issuer }: World, id: string, authentication?: client.ClientAuth): Promise<client.Configuration> {
  const options = { execute: [client.allowInsecureRequests] }
  return client.discovery(issuer, id, undefined, authentication ?? client.None(), options)
}

type Asked = { url: URL; checks: client.AuthorizationCodeGrantChecks }

/** Creates an authorization request with PKCE, state and nonce. */
async function ask({ appUrl }: World, config: client.Configuration, more: Record<string, string> = {}): Promise<Asked> {
  const checks = {
    pkceCodeVerifier: client.randomPKCECodeVerifier(),
    expectedState: client.randomState(),
    expectedNonce: client.randomNonce(),
  }
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: `${appUrl}/callback`,
    scope: SCOPE,
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    code_challenge: await client.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...more,
  })
  return { url, checks }
}

/** Opens an authorization request in the browser, signs in if necessary, and returns the callback URL. */
async function visit(world: World, { url }: Asked): Promise<URL> {
  const { page, appUrl } = world
  await page.goto(url.href)
  if (!page.url().startsWith(appUrl)) await signInOnPage(page)
  await page.waitForURL(`${appUrl}/**`)
  return new URL(page.url())
}

async function judgeSignIn(world: World, config: client.Configuration, check: Check): Promise<void> {
  const { page, appUrl } = world
  const asked = await ask(world, config, { state: 'á&b=c d', login_hint: 'ana' })
  await page.goto(asked.url.href)
  await check(
    'login_hint fills in the user name',
    async () => (await page.getByLabel('User name').inputValue()) === 'ana',
  )
  const callback = await visit(world, asked)
  const checks = { ...asked.checks, expectedState: 'á&b=c d' }
  const tokens = await client.authorizationCodeGrant(config, callback, checks)
  await check('state and nonce are returned unchanged', () => tokens.claims()?.nonce === asked.checks.expectedNonce)
  const { sub = '' } = tokens.claims() ?? {}
  await check('userinfo has the same subject, and the claims of the requested scopes', async () => {
    const info = await client.fetchUserInfo(config, tokens.access_token, sub)
    assert.deepEqual(info, { sub, email: ANA.attributes.email, email_verified: 'true', username: 'ana' })
  })
  await check('a refresh returns new tokens for the same subject', async () => {
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
    return next.access_token !== tokens.access_token && next.claims()?.sub === sub
  })
  await check('prompt=none succeeds for a signed-in user', async () => {
    const silent = await ask(world, config, { prompt: 'none' })
    return (
      (await client.authorizationCodeGrant(config, await visit(world, silent), silent.checks)).claims()?.sub === sub
    )
  })
  await check('a revoked session cannot be refreshed', async () => {
    await client.tokenRevocation(config, tokens.refresh_token ?? '')
    return isRefused('invalid_grant', () => client.refreshTokenGrant(config, tokens.refresh_token ?? ''))
  })
  await check('after a sign-out prompt=none returns login_required', async () => {
    const goodbye = new URL('logout', world.emulator.url)
    goodbye.search = new URLSearchParams({ client_id: 'web', logout_uri: `${appUrl}/bye` }).toString()
    await page.goto(goodbye.href)
    assert.equal(page.url(), `${appUrl}/bye`)
    const silent = await ask(world, config, { prompt: 'none' })
    await page.goto(silent.url.href)
    return isRefused('login_required', () => client.authorizationCodeGrant(config, new URL(page.url()), silent.checks))
  })
}

async function judgeCodes(world: World, config: client.Configuration, check: Check): Promise<void> {
  const redeem = async (
    change: (checks: client.AuthorizationCodeGrantChecks) => client.AuthorizationCodeGrantChecks,
  ) => {
    const asked = await ask(world, config)
    return client.authorizationCodeGrant(config, await visit(world, asked), change(asked.checks))
  }
  await check('a wrong code_verifier is rejected', () =>
    isRefused('invalid_grant', () =>
      redeem((checks) => ({ ...checks, pkceCodeVerifier: client.randomPKCECodeVerifier() })),
    ),
  )
  await check('a missing code_verifier is rejected', () =>
    isRefused('invalid_grant', () => redeem(({ pkceCodeVerifier: _left, ...checks }) => checks)),
  )
  await check('a code_verifier is rejected if the request had no code_challenge', async () => {
    const asked = await ask(world, config)
    for (const name of ['code_challenge', 'code_challenge_method']) asked.url.searchParams.delete(name)
    const callback = await visit(world, asked)
    return isRefused('invalid_grant', () => client.authorizationCodeGrant(config, callback, asked.checks))
  })

  const asked = await ask(world, config)
  const callback = await visit(world, asked)
  const tokens = await client.authorizationCodeGrant(config, callback, asked.checks)
  await check('a second use of a code is rejected', () =>
    isRefused('invalid_grant', () => client.authorizationCodeGrant(config, callback, asked.checks)),
  )
  await check('a second use of a code revokes the tokens of the first use', async () => {
    const ended = await isRefused('invalid_grant', () => client.refreshTokenGrant(config, tokens.refresh_token ?? ''))
    const info = await fetch(new URL('oauth2/userInfo', world.emulator.url), {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    return ended && info.status === 401
  })
  await check('another client cannot redeem a code', async () => {
    const other = await discover(world, 'server', client.ClientSecretBasic(SERVER_SECRET))
    const stolen = await ask(world, config)
    const found = await visit(world, stolen)
    return isRefused('invalid_grant', () => client.authorizationCodeGrant(other, found, stolen.checks))
  })
}

async function judgeAddresses(world: World, config: client.Configuration, check: Check): Promise<void> {
  const { page, appUrl } = world
  const { port } = new URL(appUrl)
  const foreign: [string, string][] = [
    ['an added slash', `${appUrl}/callback/`],
    ['another port', `${appUrl}/callback`.replace(port, String(Number(port) === 65_535 ? 65_534 : Number(port) + 1))],
    ['another query', `${appUrl}/callback?next=/`],
    ['an address instead of a name', `${appUrl}/callback`.replace('localhost', '127.0.0.1')],
    ['another case', `${appUrl}/Callback`],
  ]
  for (const [what, redirectUri] of foreign) {
    await check(`the browser is not redirected to ${what}`, async () => {
      const { url } = await ask(world, config, { redirect_uri: redirectUri })
      const response = await page.goto(url.href)
      return response?.status() === 400 && page.url().startsWith(world.emulator.url)
    })
  }
}

async function judgeClients(world: World, check: Check): Promise<void> {
  for (const [how, authentication] of [
    ['by Basic', client.ClientSecretBasic(SERVER_SECRET)],
    ['in the form', client.ClientSecretPost(SERVER_SECRET)],
  ] as const) {
    const config = await discover(world, 'server', authentication)
    await check(`a server authenticates with its secret ${how}, and its refresh tokens rotate`, async () => {
      const asked = await ask(world, config)
      const tokens = await client.authorizationCodeGrant(config, await visit(world, asked), asked.checks)
      const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
      assert.ok(next.refresh_token !== undefined && next.refresh_token !== tokens.refresh_token)
      return isRefused('invalid_grant', () => client.refreshTokenGrant(config, tokens.refresh_token ?? ''))
    })
  }
  const robot = await discover(world, 'robot', client.ClientSecretBasic(SERVER_SECRET))
  await check('a machine client receives the scope of its API and no other scope', async () => {
    const tokens = await client.clientCredentialsGrant(robot, { scope: 'bank/read' })
    assert.equal(tokens.id_token, undefined)
    return isRefused('invalid_scope', () => client.clientCredentialsGrant(robot, { scope: 'openid' }))
  })
}

const INCORRECT_RESPONSES: [answer: ProviderAnswer, error: string][] = [
  ['bad-signature', 'invalid_request'],
  ['wrong-audience', 'invalid_request'],
  ['wrong-issuer', 'invalid_request'],
  ['expired', 'invalid_request'],
  ['replayed-code', 'invalid_grant'],
  ['wrong-nonce', 'invalid_request'],
  ['unsigned', 'invalid_request'],
  ['other-key', 'invalid_request'],
  ['wrong-subject', 'invalid_request'],
  ['cancelled', 'access_denied'],
  ['server-error', 'server_error'],
]

async function judgeProvider(world: World, config: client.Configuration, check: Check): Promise<void> {
  const { page, appUrl, emulator } = world
  const signIn = async () => {
    const asked = await ask(world, config, { identity_provider: 'School', prompt: 'login' })
    await page.goto(asked.url.href)
    await continueAsBia(page)
    await page.waitForURL(`${appUrl}/**`)
    return (await client.authorizationCodeGrant(config, new URL(page.url()), asked.checks)).claims()
  }
  await check('a user signs in at an identity provider, with state and nonce', async () => {
    const claims = await signIn()
    assert.equal(claims?.['cognito:username'], 'School_bia')
    return claims['email'] === BIA.email
  })
  for (const [answer, error] of INCORRECT_RESPONSES) {
    await check(`the incorrect provider response ${answer} is rejected with ${error}`, () => {
      emulator.providerAnswers.order({ answer })
      return isRefused(error, signIn)
    })
  }
}
