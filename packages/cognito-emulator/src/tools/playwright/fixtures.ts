import type {
  Fixtures,
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
} from '@playwright/test'

import { connectEmulator, type ConnectedEmulator } from './connect.ts'

/**
 * Fixtures of a test: `emulator`, and options that a test, a file or the configuration can set with `use`.
 *
 * @example
 * const use: Partial<CognitoFixtures> = { signedInAs: 'ana', clientId: 'web' }
 */
export type CognitoFixtures = {
  /** The emulator. Codes from earlier tests are skipped, and faults and incorrect responses are removed after the test. */
  emulator: ConnectedEmulator
  /** User who is signed in when a page at `baseURL` opens. */
  signedInAs: string | undefined
  /** App client of the signed-in user. Default: the emulator's only client. */
  clientId: string | undefined
  /** Storage of the app's tokens. Default: `localStorage`. */
  tokenStorage: 'localStorage' | 'cookies'
  /** Address of the emulator. Default: `COGNITO_EMULATOR_URL`, or `http://127.0.0.1:9339/`. */
  emulatorUrl: string | undefined
  emulatorAdminKey: string | undefined
}

/**
 * Fixtures for Playwright's `test.extend`.
 *
 * @example
 * import { test as base } from '@playwright/test'
 * const test = base.extend<CognitoFixtures>(fixtures)
 * test.use({ signedInAs: 'ana' })
 * test('starts signed in', async ({ page, emulator }) => {
 *   await page.goto('/')
 *   await emulator.clock.advance(3600) // seconds
 * })
 */
export const fixtures: Fixtures<
  CognitoFixtures,
  object,
  PlaywrightTestArgs & PlaywrightTestOptions,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
> = {
  signedInAs: [undefined, { option: true }],
  clientId: [undefined, { option: true }],
  tokenStorage: ['localStorage', { option: true }],
  emulatorUrl: [undefined, { option: true }],
  emulatorAdminKey: [undefined, { option: true }],
  emulator: async ({ emulatorUrl, emulatorAdminKey }, provide) => {
    const emulator = connectEmulator({ url: emulatorUrl, adminKey: emulatorAdminKey })
    await emulator.skipCodes()
    await provide(emulator)
    await emulator.faults.clear()
    await emulator.providerAnswers.clear()
  },
  storageState: async ({ storageState, emulator, signedInAs, clientId, tokenStorage, baseURL }, provide) => {
    if (signedInAs === undefined) return provide(storageState)
    if (baseURL === undefined) throw new Error('signedInAs needs baseURL, the origin whose storage holds the tokens.')
    await provide(await emulator.signedInState(signedInAs, { origin: baseURL, clientId, storage: tokenStorage }))
  },
}
