import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserPool,
  type CognitoUserSession,
} from '@cognito-srp/client/identity-js'

import { describe, poolData } from './local-pool.ts'

// Remembers a device after the user consents, lists the device, and forgets the device again.

/** Storage for the session and the device's keys. In a page the library uses `localStorage` by default. */
class DeviceStorage {
  private readonly values = new Map<string, string>()
  setItem = (key: string, value: string): void => void this.values.set(key, value)
  getItem = (key: string): string | null => this.values.get(key) ?? null
  removeItem = (key: string): void => void this.values.delete(key)
  clear = (): void => this.values.clear()
  /** Returns the last part of each key, such as `word` of `CognitoIdentityServiceProvider.<client>.<user>.<word>`. */
  words = (): string =>
    Array.from(this.values.keys(), (key) => key.split('.').at(-1) ?? '')
      .sort()
      .join(', ')
}

const Storage = new DeviceStorage()
const pool = new CognitoUserPool({ ...poolData, Storage })
const newUser = () => new CognitoUser({ Username: 'davi', Pool: pool, Storage })

type SignedIn = { session: CognitoUserSession; asksForConsent: boolean }

const signIn = (user: CognitoUser) =>
  new Promise<SignedIn>((resolve, reject) => {
    user.authenticateUser(new AuthenticationDetails({ Username: 'davi', Password: 'Senha-123' }), {
      // In a pool with opt-in devices, the second argument is true.
      onSuccess: (session, asksForConsent = false) => resolve({ session, asksForConsent }),
      onFailure: reject,
    })
  })

type Callbacks = { onSuccess(data: unknown): void; onFailure(error: unknown): void }

/** Wraps a call with the callbacks `{ onSuccess, onFailure }` in a promise. */
const outcomeOf = (call: (callbacks: Callbacks) => void) =>
  new Promise<unknown>((onSuccess, onFailure) => {
    call({ onSuccess, onFailure })
  }).catch(describe)

/** A device as the service returns it. The declaration of `getDevice` wrongly says that a device is a string. */
type Device = { DeviceKey: string; DeviceAttributes: { Name: string; Value: string }[] }
type DeviceList = { Devices?: Device[] }

console.log('stored at first:', Storage.words() || 'nothing')
const davi = newUser()
const { asksForConsent } = await signIn(davi)
console.log('asked whether to remember this device:', asksForConsent)
console.log('stored now:', Storage.words())
console.log('remembered:', await outcomeOf((callbacks) => davi.setDeviceStatusRemembered(callbacks)))

const again = newUser()
const second = await signIn(again) // the device proves its identity with its own secret
console.log('asked a second time:', second.asksForConsent)
again.getCachedDeviceKeyAndPassword()
const { Device } = (await outcomeOf((callbacks) => again.getDevice(callbacks))) as { Device: Device }
const known = Device.DeviceAttributes.map(({ Name }) => Name).sort()
console.log('attributes of this device:', known.join(', '))
const { Devices = [] } = (await outcomeOf((callbacks) => again.listDevices(10, null, callbacks))) as DeviceList
console.log('devices:', Devices.length, 'the same:', Devices[0]?.DeviceKey === Device.DeviceKey)

console.log('not remembered:', await outcomeOf((callbacks) => again.setDeviceStatusNotRemembered(callbacks)))
console.log('forgotten:', await outcomeOf((callbacks) => again.forgetDevice(callbacks)))
console.log('stored at the end:', Storage.words())
const list = (await outcomeOf((callbacks) => again.listDevices(10, null, callbacks))) as DeviceList
console.log('devices:', list.Devices?.length ?? 0)
again.signOut()
console.log('after signing out:', Storage.words() || 'nothing')
console.log('signed out:', await outcomeOf((callbacks) => again.listDevices(10, null, callbacks)))
