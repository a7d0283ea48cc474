import { createCognitoClient, type CognitoClient, type SignInState, type SignInStore } from '../../src/index.ts'
import { destroy, FRAMEWORKS, REACT } from './platforms.ts'
import type { ReadmeFrame } from './readme-frame.ts'

// This module contains the code that surrounds the code blocks of the page "A login page".

/** Challenges that the test pool does not send, each with the text that the login page shows. */
const QUESTIONS = `[
  [{ name: 'EMAIL_OTP', destination: 'a***@e***' }, 'Code (a***@e***)'],
  [{ name: 'PASSWORD_SRP' }, 'Password'],
  [{ name: 'CUSTOM_CHALLENGE', parameters: { USERNAME: 'sms', question: 'Capital?' } }, 'The site asks: Capital?<'],
  [{ name: 'NEW_PASSWORD_REQUIRED', requiredAttributes: ['name'], userAttributes: {} }, 'name="name"'],
  [{ name: 'MFA_SETUP', options: ['EMAIL_OTP'], step: 'associate' }, 'E-mail for codes'],
  [{ name: 'MFA_SETUP', options: ['SOFTWARE_TOKEN_MFA'], step: 'associate' }, 'Set up an app'],
  [{ name: 'MFA_SETUP', options: ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP'], step: 'associate' }, 'E-mail for codes'],
  [{ name: 'MFA_SETUP', options: ['SOFTWARE_TOKEN_MFA'], step: 'verify' }, 'for the key BASE32'],
  [{ name: 'SELECT_MFA_TYPE', options: ['SMS_MFA'] }, 'SMS_MFA'],
  [{ name: 'SELECT_CHALLENGE', options: ['PASSWORD_SRP', 'WEB_AUTHN'] }, 'WEB_AUTHN'],
  [{ name: 'WEB_AUTHN', options: {} }, 'Passkey'],
  [{ name: 'UNKNOWN', challengeName: 'RETINA_SCAN', parameters: {} }, 'RETINA_SCAN'],
]`

/** Type of the component `LoginPage` in the third code block of docs/login-page.md. */
export type LoginPage = (props: { client: CognitoClient; state: SignInState; store: SignInStore }) => string

const IDS = `{ userPoolId: 'sa-east-1_AbCdEf123', clientId: '1example23456789' }`

export const LOGIN_PAGE_FRAMES: Record<string, ReadmeFrame> = {
  'A login page': { after: `expect(client.clientId).toBe('1example23456789')` },
  'A login page 2': {
    ...REACT,
    modules: {
      ...REACT.modules,
      './client': { client: createCognitoClient({ userPoolId: 'sa-east-1_AbCdEf123', clientId: '1example23456789' }) },
      './login-page': { LoginPage: () => 'The login page' },
    },
    before: `import { renderToStaticMarkup } from 'react-dom/server'\n`,
    after: `expect(renderToStaticMarkup(<App />)).toBe('') // the server does not know the user`,
  },
  'A login page 3': {
    ...REACT,
    before: `import { createCognitoClient, createSignInStore } from '@cognito-srp/client'\nimport { renderToStaticMarkup } from 'react-dom/server'\n`,
    after: `
    const client = createCognitoClient(${IDS})
    const store = createSignInStore(client)
    const show = (state: SignInState) => renderToStaticMarkup(<LoginPage client={client} state={state} store={store} />)
    const shown = () => show(store.getSnapshot())
    expect(shown()).toMatch(/User name<[^>]*autoComplete="username"[^>]*name="username".*type="password"[^>]*name="password"/)
    expect(shown()).toMatch(/Sign in without a password.*Reset my password/)
    expect(shown()).not.toContain('Start again')
    await store.signIn({ username: 'sms', password: 'errada' })
    expect(shown()).toContain('<p role="alert">Incorrect username or password.</p>')
    const done = store.signIn({ username: 'sms', password: 'Senha-123' })
    expect(shown()).toMatch(/One moment ….*Start again/)
    await done
    expect(shown()).toMatch(/autoComplete="one-time-code" inputMode="numeric"[^>]*name="code"/)
    await store.answer({ code: sentCode('sms') })
    expect(shown()).toContain('<p>Hello, sms</p>')
    const { session } = store.getSnapshot() as Extract<SignInState, { phase: 'signedIn' }>
    expect(show({ phase: 'deviceConsent', session })).toContain('Remember this device')
    expect(show({ phase: 'passwordReset', username: 'sms' })).toMatch(/for sms.*New password<[^>]*autoComplete="new-password"/)
    expect(show({ phase: 'confirmSignUp', username: 'sms' })).toMatch(/Confirm the account sms.*Send another code/)
    const showChallenge = (challenge: object) => show({ phase: 'challenge', challenge, authenticator } as SignInState)
    const authenticator = { secretCode: 'BASE32', uri: 'otpauth://totp/Shop:sms' }
    for (const [challenge, text] of ${QUESTIONS} as [object, string][]) {
      expect(showChallenge(challenge)).toContain(text)
    }
    const choice = showChallenge({ name: 'SELECT_CHALLENGE', options: ['PASSWORD', 'PASSWORD_SRP'] })
    expect(choice.match(/name="password"/g)).toHaveLength(1)
    expect(deliveryMessage({ destination: 'a***@e***' })).toBe('A code was sent to a***@e***.')`,
  },
}

/**
 * Creates the frames for the code blocks that connect a store to a framework. `readings` contains the code that defines `read` in
 * each frame.
 */
export function frameworkFrames(readings: Record<string, string>): Record<string, ReadmeFrame> {
  const frames = Object.entries(readings).map(([name, reading]): [string, ReadmeFrame] => [
    name,
    {
      modules: FRAMEWORKS,
      after: `
        const client = createCognitoClient({ userPoolId: 'sa-east-1_AbCdEf123', clientId: '1example23456789' })
        const store = createSignInStore(client)
        ${reading}
        expect(read()).toEqual({ phase: 'form' })
        await store.signIn({ username: 'sms', password: 'Senha-123' })
        expect(read()).toMatchObject({ phase: 'challenge', challenge: { name: 'SMS_MFA' } })
        endComponent()
        store.cancel()
        expect(read()).toMatchObject({ phase: 'challenge' })`,
    },
  ])
  return Object.fromEntries(frames)
}

/** Unmounts the component that a framework's code block creates. */
export function endComponent(): void {
  for (const end of destroy.splice(0)) end()
}
