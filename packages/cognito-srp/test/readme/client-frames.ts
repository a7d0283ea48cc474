import type { UserPoolConfig } from '@cognito-srp/emulator'
import { vi } from 'vitest'

import { stubPasskeys } from '../platform-passkeys.ts'
import { REACT, REACT_NATIVE, stubPage } from './platforms.ts'
import type { ReadmeFrame } from './readme-frame.ts'
import { frameworkFrames, LOGIN_PAGE_FRAMES } from './login-frames.ts'
import { HOSTED_FRAMES } from './hosted-frames.ts'
import { SERVER_FRAMES } from './server-frames.ts'

const PASSWORD = 'Senha-123'

/** User pool and app client for the code blocks in the client's documentation. */
export const POOL: UserPoolConfig = {
  id: 'sa-east-1_AbCdEf123',
  clients: [{ id: '1example23456789' }],
  users: [
    { username: 'ana@example.com', password: PASSWORD, attributes: { email: 'ana@example.com' } },
    { username: 'bia@example.com', password: PASSWORD },
    { username: 'sms', password: PASSWORD, smsMfa: true, attributes: { phone_number: '+5511987654321' } },
  ],
}

const CLIENT = `const client = createCognitoClient({ userPoolId: 'sa-east-1_AbCdEf123', clientId: '1example23456789' })\n`
const ana = person('ana@example.com')

function person(username: string): string {
  return `const [username, password] = ['${username}', '${PASSWORD}']\n`
}

/** Returns code that defines `ask`. The function `ask` returns a promise that resolves to the value of the expression `answer`. */
function typing(answer: string): string {
  return `const ask = async (_question: string): Promise<string> => ${answer}\n`
}

const SIGNED_IN = `await signIn(client, { username: 'ana@example.com', password: '${PASSWORD}' })\n`

export const FRAMES: Record<string, ReadmeFrame> = {
  '@cognito-srp/client 2': {
    before: `const password = '${PASSWORD}'\n`,
    after: `
      expect(printed).toEqual([])
      expect(fetched).toEqual([{ url: '/api/stats', authorization: 'Bearer ' + await getAccessToken(client) }])`,
  },
  'Sign in': {
    before: CLIENT + person('sms') + typing(`sentCode('sms')`),
    after: `expect(step.session.username).toBe('sms')`,
  },
  'Over a reload': {
    before: CLIENT + person('sms') + typing(`sentCode('sms')`),
    after: `expect(await currentUsername(client)).toBe('sms')`,
  },
  'Stay signed in': {
    before: CLIENT + SIGNED_IN,
    after: `
      await Promise.resolve()
      expect(printed).toEqual(['ana@example.com signed out: requested'])
      stop()`,
  },
  'Tokens from elsewhere': {
    before: `
      const elsewhere = createCognitoClient({ userPoolId: 'sa-east-1_AbCdEf123', clientId: '1example23456789' })
      await signIn(elsewhere, { username: 'ana@example.com', password: '${PASSWORD}' })
      const given = await getSession(elsewhere)
      const [idToken, accessToken, refreshToken] = [given.idToken.jwt, given.accessToken.jwt, given.refreshToken]
      ${CLIENT}`,
    after: `
      expect(printed).toEqual(['Hello, ana@example.com'])
      expect(await currentUsername(client)).toBe('ana@example.com')`,
  },
  'A firewall': {
    before:
      person('ana@example.com') +
      `let captchas = 0
      const getWafToken = async () => 'token-1'
      const showCaptcha = async () => void (captchas += 1)\n`,
    after: `
      expect(captchas).toBe(0)
      expect(await currentUsername(client)).toBe('ana@example.com')`,
  },
  'Call an API that requires a step-up': {
    before:
      CLIENT +
      SIGNED_IN +
      typing(`sentCode('ana@example.com')`) +
      `const required = 'Bearer error="insufficient_user_authentication", acr_values="urn:cognito:loa:3"'
      const sent: unknown[] = []
      const fetch = async (_url: string, _init: RequestInit) => {
        const { acr } = authenticationOf(await getSession(client))
        sent.push(acr)
        if (acr === 'urn:cognito:loa:3') return Response.json({})
        return new Response(null, { status: 401, headers: { 'www-authenticate': required } })
      }\n`,
    after: `
      expect(sent).toEqual(['urn:cognito:loa:1', 'urn:cognito:loa:3'])
      expect(printed).toEqual(['200'])`,
  },
  'Check before the call': {
    before: CLIENT + SIGNED_IN,
    after: `expect(printed).toEqual(['Please answer EMAIL_OTP.'])`,
  },
  'Sign up': {
    before: CLIENT + person('nova') + typing(`sentCode('nova')`),
    after: `expect(printed).toEqual(['SIGNED_IN'])`,
  },
  'A forgotten password': {
    before: CLIENT + ana + `const newPassword = 'Outra-Senha-9'\n` + typing(`sentCode('ana@example.com')`),
    after: `expect(await signIn(client, { username, password: newPassword })).toMatchObject({ name: 'SIGNED_IN' })`,
  },
  'Authenticator apps': {
    before: `
      const shown: string[] = []
      const showQrCode = (uri: string) => shown.push(uri)
      ${CLIENT}${SIGNED_IN}${typing('totpCode(secretCode)')}`,
    after: `
      expect(shown[0]).toMatch(/^otpauth:[/][/]totp[/]Shop:ana%40example.com[?]secret=[A-Z2-7]+&issuer=Shop/)
      expect(await getUser(client)).toMatchObject({ preferredMfaSetting: 'SOFTWARE_TOKEN_MFA' })`,
  },
  'When the pool requires an authenticator app': {
    pool: { mfa: 'ON', mfaTypes: ['SOFTWARE_TOKEN_MFA'] },
    before: `
      let secret = ''
      const showQrCode = (uri: string) => void (secret = new URL(uri).searchParams.get('secret') ?? '')
      ${CLIENT}${ana}${typing('totpCode(secret)')}`,
    after: `expect(step.name).toBe('SIGNED_IN')`,
  },
  'Several accounts': {
    before: `const password = '${PASSWORD}'\n`,
    after: `
      expect(printed).toHaveLength(1)
      expect(await listAccounts(client)).toHaveLength(2)
      expect(await currentUsername(client)).toBe('ana@example.com')
      expect(await getSession(client)).toMatchObject({ username: 'ana@example.com' })`,
  },
  Storage: {
    after: `
      const client = createCognitoClient({
        userPoolId: 'sa-east-1_AbCdEf123',
        clientId: '1example23456789',
        storage: inThisTab,
      })
      ${SIGNED_IN}
      expect(sessionStorage.getItem('CognitoIdentityServiceProvider.1example23456789.LastAuthUser')).toBe('ana@example.com')
      await signOut(client)
      expect(await currentUsername(client)).toBeNull()`,
  },
  Errors: {
    before: `${CLIENT}const [username, password] = ['ana@example.com', 'errada']\n`,
    after: `expect(printed).toEqual(['User name or password is wrong.'])`,
  },
  React: {
    ...REACT,
    // Without a document, React renders only the server's state. The code in `after` therefore reads the browser's state from
    // `createAuthStore`.
    before: `import { createAuthStore } from '@cognito-srp/client'\nimport { renderToString } from 'react-dom/server'\n`,
    after: `
      expect(renderToString(<App />)).toBe('')
      const auth = createAuthStore(client)
      const stop = auth.subscribe(() => undefined)
      await expect.poll(auth.getSnapshot).toBe('signedOut')
      ${SIGNED_IN}
      await expect.poll(auth.getSnapshot).toMatchObject({ username: 'ana@example.com', groups: [] })
      stop()`,
  },
  ...LOGIN_PAGE_FRAMES,
  ...frameworkFrames({
    Vue: 'const state = useStore(store), read = () => state.value',
    Svelte: 'const { read } = fromStore(store)',
    Solid: 'const read = useStore(store)',
    Angular: 'const read = injectStore(store)',
  }),
  'React Native': {
    modules: REACT_NATIVE,
    after: `
      ${SIGNED_IN}
      expect(await client.storage.getItem('CognitoIdentityServiceProvider.1example23456789.LastAuthUser')).toBe('ana@example.com')`,
  },
  Servers: {
    after: `
      expect(await logIn('ana@example.com', '${PASSWORD}')).toMatchObject({ name: 'SIGNED_IN' })`,
    pool: { clients: [{ id: 'server', secret: 'segredo' }] },
    setUp: () => vi.stubEnv('COGNITO_CLIENT_SECRET', 'segredo'),
  },
  Passkeys: {
    setUp: () => stubPasskeys({ isModern: true }), // a software authenticator agrees, so no user action is needed
    before: CLIENT + SIGNED_IN + `const username = 'ana@example.com'\n`,
    after: `
      expect((await listWebAuthnCredentials(client)).credentials).toHaveLength(1)
      expect(printed).toEqual(['Hello, ana@example.com'])`,
  },
  'When a sign-in requires a passkey': {
    setUp: () => stubPasskeys(),
    before:
      CLIENT + SIGNED_IN + `await registerPasskey(client)\nawait signOut(client)\nconst username = 'ana@example.com'\n`,
    after: `expect(await currentUsername(client)).toBe('ana@example.com')`,
  },
  Tests: {
    after: `await runTests()`,
  },
  'From amazon-cognito-identity-js in five minutes 2': {
    before: `const password = '${PASSWORD}'\n`,
    after: `await expect.poll(() => printed).toEqual(['Hello, ana@example.com'])`,
  },
  'Coming from aws-amplify/auth': {
    before: `
      ${CLIENT}
      await signUp(client, { username: 'nova', password: '${PASSWORD}', userAttributes: { email: 'nova@example.com' } })
      await fetch('https://cognito-idp.sa-east-1.amazonaws.com/', {
        method: 'POST',
        headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.AdminResetUserPassword' },
        body: JSON.stringify({ UserPoolId: 'sa-east-1_AbCdEf123', Username: 'ana@example.com' }),
      })\n`,
    after: `
      expect(await nextPage('bia@example.com', '${PASSWORD}')).toBe('/home')
      expect(await nextPage('sms', '${PASSWORD}')).toBe('/sign-in/SMS_MFA')
      expect(await nextPage('ana@example.com', '${PASSWORD}')).toBe('/reset-password')
      expect(await nextPage('nova', '${PASSWORD}')).toBe('/confirm-sign-up')
      await expect(nextPage('bia@example.com', 'errada')).rejects.toMatchObject({ reason: 'wrong-password' })`,
  },
  'On to the client itself': {
    setUp: stubPage,
    before: `
      import { AuthenticationDetails, CognitoUser, CognitoUserPool as UserPool } from '@cognito-srp/client/identity-js'
      const Pool = new UserPool({ UserPoolId: 'sa-east-1_AbCdEf123', ClientId: '1example23456789' })
      await new Promise((onSuccess, onFailure) => {
        const details = new AuthenticationDetails({ Username: 'ana@example.com', Password: '${PASSWORD}' })
        new CognitoUser({ Username: 'ana@example.com', Pool }).authenticateUser(details, { onSuccess, onFailure })
      })\n`,
    after: `
      expect(printed).toEqual(['Hello, ana@example.com'])
      await signOut(client)
      expect(pool.getCurrentUser()).toBeNull()`,
  },
  ...HOSTED_FRAMES,
  ...SERVER_FRAMES,
}
