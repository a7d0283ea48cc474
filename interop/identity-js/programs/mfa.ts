import { AuthenticationDetails, CognitoUser, CognitoUserPool } from '@cognito-srp/client/identity-js'

import {
  advance,
  ask,
  lastCode,
  observe,
  PASSWORD,
  poolData,
  Recorder,
  recordRequests,
  show,
  totp,
  wrongCode,
} from './observe.ts'

// Runs use cases 4, 9, 10, 24 and 27–30 of the amazon-cognito-identity-js README, with codes from SMS messages and from
// an authenticator app. Also sends wrong codes.

const TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const Storage = new Recorder()
const Pool = new CognitoUserPool({ ...poolData('Plain'), Storage })
const requests = recordRequests()
const details = (Username: string) =>
  new AuthenticationDetails({ Username, Password: PASSWORD, ClientMetadata: { a: 'b' } })
const newUser = (Username: string, pool = Pool) => new CognitoUser({ Username, Pool: pool, Storage })

for (const flow of ['USER_SRP_AUTH', 'USER_PASSWORD_AUTH']) {
  const sms = newUser('sms')
  sms.setAuthenticationFlowType(flow)
  await observe(`sms, ${flow}`, (callbacks) => sms.authenticateUser(details('sms'), callbacks))
  console.log('before the code', show(sms.getSignInUserSession()), show(sms.challengeName), typeof (sms as any).Session)
  const code = await lastCode('sms')
  await observe('sms, wrong code', (callbacks) => sms.sendMFACode(wrongCode(code), callbacks))
  await observe('sms, right code', (callbacks) => sms.sendMFACode(code, callbacks, undefined, { c: 'd' }))
  await observe('sms, the code again', (callbacks) => sms.sendMFACode(code, callbacks))
  await ask('getSession', (callback) => sms.getSession(callback))
  requests.print('requests')
}

const user = newUser('totp')
await observe('totp', (callbacks) => user.authenticateUser(details('totp'), callbacks))
await observe('totp, wrong', (callbacks) => user.sendMFACode('000000', callbacks, 'SOFTWARE_TOKEN_MFA'))
await observe('totp, not a code', (callbacks) => user.sendMFACode('abc', callbacks, 'SOFTWARE_TOKEN_MFA'))
await observe('totp, as SMS', (callbacks) => user.sendMFACode('000000', callbacks))
await observe('totp, again', (callbacks) => user.authenticateUser(details('totp'), callbacks))
const right = await totp(TOTP_SECRET)
await observe('totp, right', (callbacks) => user.sendMFACode(right, callbacks, 'SOFTWARE_TOKEN_MFA'))
requests.print('requests')

await advance(60)
for (const choice of ['SMS_MFA', 'SOFTWARE_TOKEN_MFA']) {
  const both = newUser('both')
  await observe('both', (callbacks) => both.authenticateUser(details('both'), callbacks))
  await observe(`choose ${choice}`, (callbacks) => both.sendMFASelectionAnswer(choice, callbacks))
  const code = choice === 'SMS_MFA' ? await lastCode('both') : await totp(TOTP_SECRET)
  await observe(`${choice}, wrong`, (callbacks) => both.sendMFACode(wrongCode(code), callbacks, choice))
  await observe(`${choice}, right`, (callbacks) => both.sendMFACode(code, callbacks, choice))
  await ask('getUserData', (callback) => both.getUserData(callback))
}
const both = newUser('both')
await observe('both', (callbacks) => both.authenticateUser(details('both'), callbacks))
await observe('choose nonsense', (callbacks) => both.sendMFASelectionAnswer('NONSENSE', callbacks))
requests.print('requests')

// A pool that requires an authenticator app, which users set up during their first sign-in.
const Required = new CognitoUserPool({ ...poolData('Required'), Storage })
const ana = newUser('ana', Required)
await observe('mfa setup', (callbacks) => ana.authenticateUser(details('ana'), callbacks))
const secret = await observe('associateSoftwareToken', (callbacks) => ana.associateSoftwareToken(callbacks))
await observe('verifySoftwareToken, wrong', (callbacks) => ana.verifySoftwareToken('000000', 'phone', callbacks))
const first = await totp(secret.given[0])
await observe('verifySoftwareToken', (callbacks) => ana.verifySoftwareToken(first, 'phone', callbacks))
await observe('verifySoftwareToken again', (callbacks) => ana.verifySoftwareToken('000000', 'phone', callbacks))
requests.print('requests')

// Sets up factors while signed in.
const bia = newUser('bia')
await observe('bia', (callbacks) => bia.authenticateUser(details('bia'), callbacks))
await ask('enableMFA', (callback) => bia.enableMFA(callback))
await ask('getMFAOptions', (callback) => bia.getMFAOptions(callback))
await ask('disableMFA', (callback) => bia.disableMFA(callback))
const associated = await observe('associateSoftwareToken, signed in', (callbacks) =>
  bia.associateSoftwareToken(callbacks),
)
await observe('verifySoftwareToken, wrong', (callbacks) => bia.verifySoftwareToken('000000', 'phone', callbacks))
const second = await totp(associated.given[0])
await observe('verifySoftwareToken', (callbacks) => bia.verifySoftwareToken(second, 'phone', callbacks))
const on = { PreferredMfa: true, Enabled: true }
const off = { PreferredMfa: false, Enabled: false }
await ask('prefer TOTP', (callback) => bia.setUserMfaPreference(null, on, callback))
await ask('getUserData, bypassCache', (callback) => bia.getUserData(callback, { bypassCache: true }))
await ask('two preferred', (callback) => bia.setUserMfaPreference(on, on, callback))
await ask('none', (callback) => bia.setUserMfaPreference(off, off, callback))
await ask('nothing', (callback) => bia.setUserMfaPreference(null, null, callback))
await ask('getUserData, bypassCache', (callback) => bia.getUserData(callback, { bypassCache: true }))
Storage.print('stored')
requests.print('requests')

// In use case 27 of the amazon-cognito-identity-js README, each callback passes `this`, the object with the callbacks,
// to the next call.
await advance(120)
const shown = await totp(TOTP_SECRET)
const ended = new Promise<string>((resolve) => {
  const chosen = newUser('both')
  chosen.authenticateUser(details('both'), {
    onSuccess: (session) => resolve(`onSuccess ${show(session)}`),
    onFailure: (error) => resolve(`onFailure ${show(error)}`),
    selectMFAType(name, parameters) {
      console.log('selectMFAType', name, show(parameters))
      chosen.sendMFASelectionAnswer('SOFTWARE_TOKEN_MFA', this)
    },
    totpRequired(name, parameters) {
      console.log('totpRequired', name, show(parameters))
      chosen.sendMFACode(shown, this, 'SOFTWARE_TOKEN_MFA')
    },
  })
})
console.log(await ended)
