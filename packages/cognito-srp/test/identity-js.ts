import { vi } from 'vitest'

import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserPool,
  type IAuthenticationCallback,
  type ICognitoStorage,
  type ICognitoUserPoolData,
} from '../src/identity-js/index.ts'
import { MapStorage } from './clients.ts'
import { ScriptedPool } from './scripted-pool.ts'
import { storedItems, tokens } from './tokens.ts'

/** Storage whose items a test can read. */
export class ItemStorage extends MapStorage implements ICognitoStorage {
  clear(): void {
    this.items.clear()
  }
}

/** Creates a pool with scripted responses, and a user of the pool. */
export function scriptedUser({
  username = 'ana',
  Storage = new ItemStorage(),
  wrapRefreshSessionCallback,
  ...data
}: Partial<ICognitoUserPoolData> & {
  username?: string
  Storage?: ItemStorage
  wrapRefreshSessionCallback?: ConstructorParameters<typeof CognitoUserPool>[1]
} = {}): { service: ScriptedPool; Pool: CognitoUserPool; user: CognitoUser; Storage: ItemStorage } {
  const service = new ScriptedPool()
  vi.stubGlobal('fetch', service.fetch)
  const Pool = new CognitoUserPool(
    { UserPoolId: 'local_Pool1', ClientId: 'web', Storage, ...data },
    wrapRefreshSessionCallback,
  )
  return { service, Pool, Storage, user: new CognitoUser({ Username: username, Pool, Storage }) }
}

/** Name and arguments of a called callback, and whether it was called synchronously. */
export type CallbackCall = { by: string; args: unknown[]; isSync: boolean }

/** Returns the first call to a callback function. */
export function firstCall(call: (callback: (...args: unknown[]) => void) => unknown): Promise<CallbackCall> {
  return listen((hear) => call((...args) => hear('callback', args)))
}

const NAMES = [
  'onSuccess',
  'onFailure',
  'newPasswordRequired',
  'mfaRequired',
  'totpRequired',
  'customChallenge',
  'mfaSetup',
  'selectMFAType',
  'associateSecretCode',
  'inputVerificationCode',
] as const

type Callbacks = Required<IAuthenticationCallback> & Record<(typeof NAMES)[number], (...args: unknown[]) => void>

/** Returns the first call to any function in a callbacks object. */
export function firstCallOf(
  call: (callbacks: Callbacks) => unknown,
  { without = [] }: { without?: readonly string[] } = {},
): Promise<CallbackCall> {
  return listen((hear) => {
    const named = NAMES.filter((name) => !without.includes(name)).map((name) => [
      name,
      (...args: unknown[]) => hear(name, args),
    ])
    return call(Object.fromEntries(named) as Callbacks)
  })
}

function listen(call: (hear: (by: string, args: unknown[]) => void) => unknown): Promise<CallbackCall> {
  return new Promise((resolve) => {
    let isSync = true
    call((by, args) => resolve({ by, args, isSync }))
    isSync = false
  })
}

/** Creates the input of a sign-in. */
export function detailsOf(data: Partial<ConstructorParameters<typeof AuthenticationDetails>[0]> = {}) {
  return new AuthenticationDetails({ Username: 'ana', Password: 'Senha-123', ...data })
}

/** Creates a user with a valid session. */
export function signedInUser() {
  const result = tokens({ iat: Math.floor(Date.now() / 1000) })
  const scripted = scriptedUser({ Storage: new ItemStorage(storedItems(result)) })
  scripted.user.getSession(() => undefined)
  Object.assign(scripted.user, { deviceKey: 'device-1' })
  return { ...scripted, AccessToken: result.AccessToken }
}

/** Creates a user who signs in with a single request, and a pool with these responses. */
export function plainUser(...answers: Parameters<ReturnType<typeof scriptedUser>['service']['on']>[1][]) {
  const scripted = scriptedUser()
  scripted.user.setAuthenticationFlowType('USER_PASSWORD_AUTH')
  scripted.service.on('InitiateAuth', ...answers)
  return scripted
}
