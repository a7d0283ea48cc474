import type {
  Fixtures,
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
} from '@playwright/test'

import { connectEmulator, type ConnectedEmulator } from './connect.ts'

/**
 * What a test gets (`emulator`) and what it, a file or the configuration may say with `use`.
 *
 * @example
 * const use: Partial<CognitoFixtures> = { signedInAs: 'ana', clientId: 'web' }
 */
export type CognitoFixtures = {
  /** The emulator, without the codes of earlier tests; faults end with the test. */
  emulator: ConnectedEmulator
  /** Pages start signed in as this user, at `baseURL`. */
  signedInAs: string | undefined
  /** The client for which; default the emulator's only one. */
  clientId: string | undefined
  /** Where the app keeps its tokens; default `localStorage`. */
  tokenStorage: 'localStorage' | 'cookies'
  /** Default: `COGNITO_EMULATOR_URL`, or `http://127.0.0.1:9339/`. */
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
  },
  storageState: async ({ storageState, emulator, signedInAs, clientId, tokenStorage, baseURL }, provide) => {
    if (signedInAs === undefined) return provide(storageState)
    if (baseURL === undefined) throw new Error('signedInAs needs baseURL: the address that keeps the tokens.')
    await provide(await emulator.signedInState(signedInAs, { origin: baseURL, clientId, storage: tokenStorage }))
  },
}
