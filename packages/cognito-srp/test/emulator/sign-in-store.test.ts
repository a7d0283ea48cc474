import { totpCode } from '@cognito-srp/testing/totp'
import { TOTP_SECRET } from '@cognito-srp/testing/user-pools'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import {
  confirmForgotPassword,
  confirmSignUp,
  createSignInStore,
  currentUsername,
  forgotPassword,
  provePasskey,
  resendConfirmationCode,
  signOut,
  type AnyAnswer,
  type AuthenticatorSecret,
  type Challenge,
  type CognitoClient,
  type SignInState,
  type SignInStore,
} from '../../src/index.ts'
import { MapStorage } from '../clients.ts'
import { stubPasskeys } from '../platform-passkeys.ts'
import { PASSWORD, startPool, type TestPool } from './pool.ts'
import { WITH_PASSWORD, WORLDS, type World } from './sign-in-worlds.ts'

const NEW_PASSWORD = 'Nova-Senha-1'

let pool: TestPool

beforeAll(() => void stubPasskeys())
afterAll(() => vi.unstubAllGlobals())

/** User at a login page. */
class Person {
  readonly client: CognitoClient
  readonly keep = new MapStorage()
  store: SignInStore
  readonly #world: World
  #password = PASSWORD
  /** Secret in the authenticator app. */
  #secretCode = TOTP_SECRET

  constructor(world: World) {
    this.#world = world
    this.client = pool.createClient()
    this.store = createSignInStore(this.client, { keep: this.keep, issuer: 'Shop' })
  }

  get state(): SignInState {
    return this.store.getSnapshot()
  }

  reload(): void {
    this.store = createSignInStore(this.client, { keep: this.keep, issuer: 'Shop' })
  }

  signIn(password: string = this.#password): Promise<void> {
    const { request = WITH_PASSWORD } = this.#world
    return this.store.signIn({ ...request, ...(request.password && { password }) })
  }

  /** Performs the next step of the sign-in. */
  async goOn(): Promise<void> {
    const { state, client, store } = this
    switch (state.phase) {
      case 'form':
        // After a lost response, the user does not know whether the new password was set.
        if (state.error) this.#password = this.#password === PASSWORD ? NEW_PASSWORD : PASSWORD
        return this.signIn()
      case 'challenge': {
        const { challenge } = state
        if (challenge.name === 'MFA_SETUP' && challenge.step === 'associate' && challenge.options.includes(APP)) {
          return store.setUpAuthenticator()
        }
        return store.answer(() => this.#rightAnswer(challenge, state.authenticator))
      }
      case 'passwordReset':
        this.#password = NEW_PASSWORD
        await forgotPassword(client, state)
        await confirmForgotPassword(client, {
          ...state,
          confirmationCode: pool.lastCode('ana'),
          password: NEW_PASSWORD,
        })
        return this.signIn()
      case 'confirmSignUp':
        // An earlier attempt may have confirmed the account already.
        await resendConfirmationCode(client, state).catch(() => undefined)
        await confirmSignUp(client, { ...state, confirmationCode: pool.lastCode('ana') }).catch(() => undefined)
        return this.signIn()
      case 'deviceConsent':
        return store.rememberDevice(true)
      case 'busy':
      case 'signedIn':
      default:
        return undefined
    }
  }

  /** Sends a wrong password or answer, cancels the passkey prompt, or declines to remember the device. */
  async fail(): Promise<void> {
    const { state, store } = this
    if (state.phase === 'form') await this.signIn('errada')
    if (state.phase === 'challenge') await store.answer(() => wrongAnswer(state.challenge))
    if (state.phase === 'deviceConsent') await store.rememberDevice(false)
  }

  async #rightAnswer(challenge: Challenge, authenticator?: AuthenticatorSecret): Promise<AnyAnswer> {
    const { choice = '' } = this.#world
    const password = this.#password
    const secretCode = (this.#secretCode = authenticator?.secretCode ?? this.#secretCode)
    pool.advance(challenge.name === APP || challenge.name === 'MFA_SETUP' ? 30 : 0) // an authenticator code works only once
    switch (challenge.name) {
      case 'SOFTWARE_TOKEN_MFA':
        return { code: await totpCode(secretCode, this.client.now()) }
      case 'MFA_SETUP':
        if (!challenge.options.includes(APP)) return { email: 'nova@example.com' }
        return { userCode: await totpCode(secretCode, this.client.now()) }
      case 'SELECT_MFA_TYPE':
        return { mfaType: choice }
      case 'SELECT_CHALLENGE':
        return choice.startsWith('PASSWORD') ? { challengeName: choice, password } : { challengeName: choice }
      case 'NEW_PASSWORD_REQUIRED':
        this.#password = NEW_PASSWORD
        return { newPassword: NEW_PASSWORD, attributes: { name: 'Ana' } }
      case 'CUSTOM_CHALLENGE':
        return { answer: 'Brasília' }
      case 'WEB_AUTHN':
        return { credential: await provePasskey(challenge) }
      case 'SMS_MFA':
      case 'SMS_OTP':
      case 'EMAIL_OTP':
        return { code: pool.lastCode('ana') }
      case 'PASSWORD':
      case 'PASSWORD_SRP':
      case 'UNKNOWN':
      default:
        throw new Error(`The emulator never sends ${challenge.name} alone.`)
    }
  }
}

const APP = 'SOFTWARE_TOKEN_MFA'

async function wrongAnswer({ name }: Challenge): Promise<AnyAnswer> {
  if (name === 'WEB_AUTHN') throw new DOMException('cancelled', 'NotAllowedError')
  if (name === 'SELECT_CHALLENGE') return { challengeName: 'PASSWORD', password: 'errada' }
  if (name === 'SELECT_MFA_TYPE') return { mfaType: 'RETINA_SCAN' }
  if (name === 'MFA_SETUP') return { userCode: 'wrong' }
  if (name === 'NEW_PASSWORD_REQUIRED') return { newPassword: 'x' }
  return name === 'CUSTOM_CHALLENGE' ? { answer: 'Rio' } : { code: 'wrong' }
}

/** Returns the name of a state's challenge, or the phase if the state has no open challenge. */
function nameOf(state: SignInState): string {
  if (state.phase !== 'challenge') return state.phase
  const { challenge } = state
  return challenge.name === 'MFA_SETUP' ? `${challenge.name} ${challenge.step}` : challenge.name
}

async function openWorld(world: World): Promise<Person> {
  pool = await startPool(world.pool)
  const person = new Person(world)
  await world.prepare?.(pool, person.client)
  return person
}

test.each(Object.entries(WORLDS))('the sign-in "%s" has the expected phases and challenges', async (_name, world) => {
  const person = await openWorld(world)
  onTestFinished(() => pool.emulator.close())
  const path: string[] = []
  while (person.state.phase !== 'signedIn') {
    path.push(nameOf(person.state))
    expect(path.length).toBeLessThanOrEqual(world.path.length + 1)
    await person.goOn()
  }
  expect(path).toEqual(['form', ...world.path])
  expect(await currentUsername(person.client)).toBe('ana')
})

/** Events that can happen during a sign-in, in any order. */
const DETOURS = {
  goOn: (person: Person) => person.goOn(),
  fail: (person: Person) => person.fail(),
  cancel: (person: Person) => person.store.cancel(),
  reload: (person: Person) => person.reload(),
  wait: () => pool.advance(181),
  leave: async (person: Person) => {
    const step = person.goOn()
    person.store.cancel()
    await step
  },
  loseRequest: async (person: Person) => {
    pool.emulator.faults.order({ operation: 'RespondToAuthChallenge', fault: { kind: 'drop' } })
    await person.goOn()
  },
  loseAnswer: async (person: Person) => {
    pool.emulator.faults.order({ operation: 'RespondToAuthChallenge', fault: { kind: 'drop-answer' } })
    await person.goOn()
  },
  signOut: async (person: Person) => {
    await signOut(person.client)
    await vi.waitFor(() => expect(person.state).not.toHaveProperty('session'))
  },
}

/** Checks the invariants of the current state. */
async function checkState({ state, client, keep }: Person): Promise<void> {
  expect(state.phase).not.toBe('busy')
  if (!('session' in state)) return
  expect(await currentUsername(client)).toBe('ana')
  expect(keep.items.size).toBe(0)
}

test(
  'a user can complete a sign-in after any sequence of failures, cancellations and reloads',
  { timeout: 120_000 },
  async () => {
    const detours = fc.array(fc.constantFrom(...(Object.keys(DETOURS) as (keyof typeof DETOURS)[])), { maxLength: 6 })
    await fc.assert(
      fc
        .asyncProperty(fc.constantFrom(...Object.keys(WORLDS)), detours, async (name, steps) => {
          const person = await openWorld(WORLDS[name] ?? { path: [] })
          for (const step of steps) {
            await DETOURS[step](person)
            await checkState(person)
          }
          for (let turn = 0; person.state.phase !== 'signedIn'; turn += 1) {
            expect(turn, JSON.stringify(person.state)).toBeLessThan(12)
            if (person.state.phase === 'form') pool.advance(3600) // the pool requires a pause after too many attempts
            await person.goOn()
            await checkState(person)
          }
        })
        .afterEach(() => pool.emulator.close()),
      { numRuns: 60 },
    )
  },
)
