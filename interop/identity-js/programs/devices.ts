import { AuthenticationDetails, CognitoUser, CognitoUserPool } from '@cognito-srp/client/identity-js'

import { ask, observe, PASSWORD, poolData, Recorder, recordRequests, say, show, totp } from './observe.ts'

// Runs use cases 18–22 of the amazon-cognito-identity-js README. One pool always remembers devices, and one pool asks
// the user. Devices are forgotten locally and in the service.

const Storage = new Recorder()
const requests = recordRequests()
const details = (Username: string) => new AuthenticationDetails({ Username, Password: PASSWORD })
const pools = {
  Devices: new CognitoUserPool({ ...poolData('Devices'), Storage }),
  OptIn: new CognitoUserPool({ ...poolData('OptIn'), Storage }),
}
const newUser = (pool: keyof typeof pools, Username: string) =>
  new CognitoUser({ Username, Pool: pools[pool], Storage })
const deviceOf = (user: CognitoUser) => {
  const { deviceKey, deviceGroupKey, randomPassword } = user as any
  return [deviceKey, deviceGroupKey, randomPassword].map((value) => typeof value)
}

const ana = newUser('Devices', 'ana')
say('device before', () => deviceOf(ana))
await observe('first sign-in', (callbacks) => ana.authenticateUser(details('ana'), callbacks))
say('device after', () => deviceOf(ana))
Storage.print('stored')
requests.print('requests')
const again = newUser('Devices', 'ana')
say('getCachedDeviceKeyAndPassword', () => again.getCachedDeviceKeyAndPassword())
say('device from the storage', () => deviceOf(again))
await observe('second sign-in', (callbacks) => again.authenticateUser(details('ana'), callbacks))
requests.print('requests')
const unaware = newUser('Devices', 'ana')
await observe('third sign-in, device not read before', (callbacks) =>
  unaware.authenticateUser(details('ana'), callbacks),
)
requests.print('requests')
const plain = newUser('Devices', 'ana')
plain.setAuthenticationFlowType('USER_PASSWORD_AUTH')
await observe('by USER_PASSWORD_AUTH', (callbacks) => plain.authenticateUser(details('ana'), callbacks))
requests.print('requests')

await observe('getDevice', (callbacks) => again.getDevice(callbacks))
await observe('listDevices', (callbacks) => again.listDevices(10, null, callbacks))
await observe('listDevices, one page', (callbacks) => again.listDevices(1, null, callbacks))
await observe('listDevices, wrong token', (callbacks) => again.listDevices(1, 'nonsense', callbacks))
await observe('setDeviceStatusNotRemembered', (callbacks) => again.setDeviceStatusNotRemembered(callbacks))
await observe('setDeviceStatusRemembered', (callbacks) => again.setDeviceStatusRemembered(callbacks))
await ask('getSession', (callback) => again.getSession(callback))
await observe('forgetSpecificDevice, unknown', (callbacks) => again.forgetSpecificDevice('local_x', callbacks))
requests.print('requests')
const { deviceKey } = again as any
await observe('forgetSpecificDevice', (callbacks) => again.forgetSpecificDevice(deviceKey, callbacks))
say('device of the object', () => deviceOf(again))
Storage.print('stored')
await observe('getDevice, forgotten', (callbacks) => again.getDevice(callbacks))
const back = newUser('Devices', 'ana')
await observe('sign-in with a forgotten device', (callbacks) => back.authenticateUser(details('ana'), callbacks))
requests.print('requests')
await observe('forgetDevice', (callbacks) => back.forgetDevice(callbacks))
say('device of the object', () => deviceOf(back))
Storage.print('stored')
await observe('forgetDevice again', (callbacks) => back.forgetDevice(callbacks))
await observe('getDevice without one', (callbacks) => back.getDevice(callbacks))
await observe('setDeviceStatusRemembered without one', (callbacks) => back.setDeviceStatusRemembered(callbacks))
back.signOut()
Storage.print('stored')
requests.print('requests')

// A tampered device secret.
const bia = newUser('Devices', 'bia')
await observe('bia', (callbacks) => bia.authenticateUser(details('bia'), callbacks))
for (const key of Storage.values.keys()) if (key.endsWith('randomPasswordKey')) Storage.values.set(key, 'another')
await observe('tampered', (callbacks) => newUser('Devices', 'bia').authenticateUser(details('bia'), callbacks))
Storage.print('stored')
requests.print('requests')

// The user decides.
const user = newUser('OptIn', 'totp')
await observe('opt-in', (callbacks) => user.authenticateUser(details('totp'), callbacks))
const code = await totp('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP')
await observe('the code', (callbacks) => user.sendMFACode(code, callbacks, 'SOFTWARE_TOKEN_MFA'))
await observe('setDeviceStatusRemembered', (callbacks) => user.setDeviceStatusRemembered(callbacks))
const remembered = newUser('OptIn', 'totp')
await observe('comes back without a code', (callbacks) => remembered.authenticateUser(details('totp'), callbacks))
say('session', () => show(remembered.getSignInUserSession()))
const other = newUser('OptIn', 'ana')
await observe('ana decides', (callbacks) => other.authenticateUser(details('ana'), callbacks))
await observe('not remembered', (callbacks) => other.setDeviceStatusNotRemembered(callbacks))
await observe('ana again', (callbacks) => newUser('OptIn', 'ana').authenticateUser(details('ana'), callbacks))
Storage.print('stored')
requests.print('requests')
