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

/** A storage that a test can look into. */
export class ItemStorage extends MapStorage implements ICognitoStorage {
  clear(): void {
    this.items.clear()
  }
}

/** The pool that a test plays itself, and a user of it. */
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

/** What was called, with what, and whether before the call had returned. */
export type Told = { by: string; args: unknown[]; isAtOnce: boolean }

/** What a call that takes one function tells it first. */
export function told(call: (callback: (...args: unknown[]) => void) => unknown): Promise<Told> {
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

/** What a call that takes an object of functions tells the first of them. */
export function toldOf(
  call: (callbacks: Callbacks) => unknown,
  { without = [] }: { without?: readonly string[] } = {},
): Promise<Told> {
  return listen((hear) => {
    const named = NAMES.filter((name) => !without.includes(name)).map((name) => [
      name,
      (...args: unknown[]) => hear(name, args),
    ])
    return call(Object.fromEntries(named) as Callbacks)
  })
}

function listen(call: (hear: (by: string, args: unknown[]) => void) => unknown): Promise<Told> {
  return new Promise((resolve) => {
    let isAtOnce = true
    call((by, args) => resolve({ by, args, isAtOnce }))
    isAtOnce = false
  })
}

/** What a person signs in with. */
export function detailsOf(data: Partial<ConstructorParameters<typeof AuthenticationDetails>[0]> = {}) {
  return new AuthenticationDetails({ Username: 'ana', Password: 'Senha-123', ...data })
}

/** A user whose session is valid now. */
export function signedInUser() {
  const result = tokens({ iat: Math.floor(Date.now() / 1000) })
  const scripted = scriptedUser({ Storage: new ItemStorage(storedItems(result)) })
  scripted.user.getSession(() => undefined)
  Object.assign(scripted.user, { deviceKey: 'device-1' })
  return { ...scripted, AccessToken: result.AccessToken }
}

/** A user who signs in with one request, and the pool that answers it. */
export function plainUser(...answers: Parameters<ReturnType<typeof scriptedUser>['service']['on']>[1][]) {
  const scripted = scriptedUser()
  scripted.user.setAuthenticationFlowType('USER_PASSWORD_AUTH')
  scripted.service.on('InitiateAuth', ...answers)
  return scripted
}
