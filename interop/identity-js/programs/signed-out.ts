import { CognitoUser, CognitoUserPool } from '@cognito-srp/client/identity-js'

import { ask, observe, poolData, Recorder, recordRequests, say } from './observe.ts'

// Calls methods that need a session while no user is signed in. Also calls methods without their callback.

const Storage = new Recorder()
const Pool = new CognitoUserPool({ ...poolData('Plain'), Storage })
const requests = recordRequests()
const user = new CognitoUser({ Username: 'ana', Pool, Storage })

await ask('changePassword', (callback) => user.changePassword('a', 'b', callback))
await ask('enableMFA', (callback) => user.enableMFA(callback))
await ask('disableMFA', (callback) => user.disableMFA(callback))
await ask('getMFAOptions', (callback) => user.getMFAOptions(callback))
await ask('setUserMfaPreference', (callback) => user.setUserMfaPreference(null, null, callback))
await ask('getUserData', (callback) => user.getUserData(callback))
await ask('getUserAttributes', (callback) => user.getUserAttributes(callback))
await ask('updateAttributes', (callback) => user.updateAttributes([], callback))
await ask('deleteAttributes', (callback) => user.deleteAttributes(['nickname'], callback))
await ask('deleteUser', (callback) => user.deleteUser(callback))
await ask('getSession', (callback) => user.getSession(callback))
await ask('signOut with a callback', (callback) => user.signOut(callback))
await observe('getAttributeVerificationCode', (callbacks) => user.getAttributeVerificationCode('email', callbacks))
await observe('verifyAttribute', (callbacks) => user.verifyAttribute('email', '123456', callbacks))
await observe('getDevice', (callbacks) => user.getDevice(callbacks))
await observe('listDevices', (callbacks) => user.listDevices(1, null, callbacks))
await observe('forgetDevice', (callbacks) => user.forgetDevice(callbacks))
await observe('forgetSpecificDevice', (callbacks) => user.forgetSpecificDevice('x', callbacks))
await observe('setDeviceStatusRemembered', (callbacks) => user.setDeviceStatusRemembered(callbacks))
await observe('setDeviceStatusNotRemembered', (callbacks) => user.setDeviceStatusNotRemembered(callbacks))
await observe('globalSignOut', (callbacks) => user.globalSignOut(callbacks))
say('signOut', () => user.signOut())
say('getSignInUserSession', () => user.getSignInUserSession())
say('getCurrentUser', () => Pool.getCurrentUser())
requests.print('requests')

// Omits the callback in calls of methods that would use the callback synchronously.
say('getSession without', () => (user as any).getSession())
say('changePassword without', () => (user as any).changePassword('a', 'b'))
say('getDevice without', () => (user as any).getDevice())
say('getDevice with an empty object', () => (user as any).getDevice({}))
say('globalSignOut without', () => (user as any).globalSignOut())
user.setAuthenticationFlowType('nonsense')
say('authenticateUser without', () => (user as any).authenticateUser())
say('completeNewPasswordChallenge without', () => (user as any).completeNewPasswordChallenge('', null))
say('signOut with a text', () => (user as any).signOut('x'))

// Creates a pool and a user with invalid arguments.
for (const data of [
  undefined,
  null,
  {},
  { UserPoolId: 'local_Plain' },
  { ClientId: 'plain' },
  { UserPoolId: '', ClientId: '' },
  { UserPoolId: 'nonsense', ClientId: 'x' },
  { UserPoolId: 'sa-east-1_', ClientId: 'x' },
  { UserPoolId: 'sa-east-1_Ab-c', ClientId: 'x' },
  { UserPoolId: `sa-east-1_${'A'.repeat(60)}`, ClientId: 'x' },
]) {
  say(`CognitoUserPool ${JSON.stringify(data)}`, () => new CognitoUserPool(data as any).getUserPoolId())
}
for (const data of [
  undefined,
  null,
  {},
  { Username: 'ana' },
  { Pool },
  { Username: null, Pool },
  { Username: '', Pool },
]) {
  say(`CognitoUser ${Object.keys(data ?? {}).join()} ${data?.Username}`, () =>
    new CognitoUser(data as any).getUsername(),
  )
}
const real = new CognitoUserPool({ UserPoolId: 'sa-east-1_AbCdEf123', ClientId: '1example', Storage })
say('pool', () => [real.getUserPoolId(), real.getUserPoolName(), real.getClientId()])
