import { destroy, FRAMEWORKS, REACT } from './platforms.ts'
import type { ReadmeFrame } from './readme-frame.ts'

// This module contains the frames for the blocks of "A login page".

/** Challenges that the pool of this page does not send, each with the text that the page shows. */
const QUESTIONS = `[
  [{ name: 'EMAIL_OTP', destination: 'a***@e***' }, 'Code (a***@e***)'],
  [{ name: 'PASSWORD_SRP' }, 'Password'],
  [{ name: 'CUSTOM_CHALLENGE', parameters: { question: 'Capital?' } }, 'The site asks: Capital?'],
  [{ name: 'NEW_PASSWORD_REQUIRED', requiredAttributes: ['name'], userAttributes: {} }, 'name="name"'],
  [{ name: 'MFA_SETUP', options: ['EMAIL_OTP'], step: 'associate' }, 'E-mail for codes'],
  [{ name: 'MFA_SETUP', options: ['SOFTWARE_TOKEN_MFA'], step: 'associate' }, 'Set up an app'],
  [{ name: 'MFA_SETUP', options: ['SOFTWARE_TOKEN_MFA'], step: 'verify' }, 'for the key BASE32'],
  [{ name: 'SELECT_MFA_TYPE', options: ['SMS_MFA'] }, 'SMS_MFA'],
  [{ name: 'SELECT_CHALLENGE', options: ['PASSWORD', 'WEB_AUTHN'] }, 'WEB_AUTHN'],
  [{ name: 'WEB_AUTHN', options: {} }, 'Passkey'],
  [{ name: 'UNKNOWN', challengeName: 'RETINA_SCAN', parameters: {} }, 'RETINA_SCAN'],
]`

export const LOGIN_PAGE: ReadmeFrame = {
  ...REACT,
  before: `import { createSignInStore } from '@cognito-srp/client'\nimport { renderToStaticMarkup } from 'react-dom/server'\n`,
  after: `
    expect(renderToStaticMarkup(<LoginPage />)).toContain('Start again')
    const store = createSignInStore(client)
    const shown = () => renderToStaticMarkup(<Phase state={store.getSnapshot()} store={store} />)
    expect(shown()).toMatch(/User name<[^>]*autoComplete="username"[^>]*name="username".*type="password"[^>]*name="password"/)
    await store.signIn({ username: 'sms', password: 'errada' })
    expect(store.getSnapshot()).toMatchObject({ error: { message: 'Incorrect username or password.' } })
    const done = store.signIn({ username: 'sms', password: 'Senha-123' })
    expect(shown()).toBe('<p>One moment …</p>')
    await done
    expect(shown()).toMatch(/autoComplete="one-time-code" inputMode="numeric"[^>]*name="code"/)
    await store.answer({ code: sentCode('sms') })
    expect(shown()).toBe('<p>Hello, sms</p>')
    const { session } = store.getSnapshot() as Extract<SignInState, { phase: 'signedIn' }>
    const show = (state: SignInState) => renderToStaticMarkup(<Phase state={state} store={store} />)
    expect(show({ phase: 'deviceConsent', session })).toContain('Remember this device')
    expect(show({ phase: 'passwordReset', username: 'sms' })).toMatch(/New password<[^>]*autoComplete="new-password"/)
    expect(show({ phase: 'confirmSignUp', username: 'sms' })).toContain('Send another code')
    const authenticator = { secretCode: 'BASE32', uri: 'otpauth://totp/Shop:sms' }
    for (const [challenge, text] of ${QUESTIONS}) {
      expect(show({ phase: 'challenge', challenge, authenticator } as SignInState)).toContain(text)
    }`,
}

/**
 * Creates frames for blocks that turn a store into a framework's value. `readings` contains the code that defines `read` for each
 * value.
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

/** Ends the component of a framework's block. */
export function endComponent(): void {
  for (const end of destroy.splice(0)) end()
}
