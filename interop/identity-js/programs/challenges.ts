import { AuthenticationDetails, CognitoUser, CognitoUserPool } from '@cognito-srp/client/identity-js'

import { advance, ask, observe, PASSWORD, poolData, Recorder, recordRequests, show } from './observe.ts'

// Runs use cases 23 and 25 of the amazon-cognito-identity-js README. The user sets a new password. The user also
// answers custom challenges, with and without signing in with a password first.

const Storage = new Recorder()
const requests = recordRequests()
const newUser = (pool: string, Username: string) =>
  new CognitoUser({ Username, Pool: new CognitoUserPool({ ...poolData(pool), Storage }), Storage })
const details = (Username: string, Password?: string) =>
  new AuthenticationDetails({ Username, ...(Password !== undefined && { Password }), ValidationData: { v: 'w' } })

const user = newUser('Plain', 'new')
await observe('temporary password', (callbacks) => user.authenticateUser(details('new', PASSWORD), callbacks))
await observe('no new password', (callbacks) => user.completeNewPasswordChallenge('', {}, callbacks))
await observe('weak', (callbacks) => user.completeNewPasswordChallenge('x', {}, callbacks))
await observe('good', (callbacks) => {
  user.completeNewPasswordChallenge('Minha-Senha-9', { nickname: 'Nova' }, callbacks, { a: 'b' })
})
await ask('getUserAttributes', (callback) => user.getUserAttributes(callback))
Storage.print('stored')
requests.print('requests')

const named = newUser('Names', 'ana')
const asked = await observe('required attributes', (callbacks) => {
  named.authenticateUser(details('ana', PASSWORD), callbacks)
})
console.log(show(asked.given))
await observe('without them', (callbacks) => named.completeNewPasswordChallenge('Minha-Senha-9', null, callbacks))
await observe('with them', (callbacks) => {
  named.completeNewPasswordChallenge('Minha-Senha-9', { given_name: 'Ana' }, callbacks)
})
requests.print('requests')

const late = newUser('Names', 'ana')
await observe('never asked', (callbacks) => late.completeNewPasswordChallenge('Minha-Senha-9', {}, callbacks))
await observe('never asked', (callbacks) => late.sendMFACode('123456', callbacks))
await observe('never asked', (callbacks) => late.sendCustomChallengeAnswer('blue', callbacks))
await observe('never asked', (callbacks) => late.sendMFASelectionAnswer('SMS_MFA', callbacks))
await observe('never asked', (callbacks) => late.associateSoftwareToken(callbacks))
await observe('never asked', (callbacks) => late.verifySoftwareToken('123456', 'x', callbacks))
requests.print('requests')

// Custom challenge without a password.
const ana = newUser('Custom', 'ana')
ana.setAuthenticationFlowType('CUSTOM_AUTH')
await observe('initiateAuth', (callbacks) => ana.initiateAuth(details('ana'), callbacks))
await observe('wrong answer', (callbacks) => ana.sendCustomChallengeAnswer('green', callbacks, { a: 'b' }))
await observe('right answer', (callbacks) => ana.sendCustomChallengeAnswer('blue', callbacks))
await ask('getSession', (callback) => ana.getSession(callback))
requests.print('requests')

// Custom challenge with a password.
const both = newUser('Custom', 'ana')
both.setAuthenticationFlowType('CUSTOM_AUTH')
await observe('wrong password', (callbacks) => both.authenticateUser(details('ana', 'Errada-1'), callbacks))
await observe('right password', (callbacks) => both.authenticateUser(details('ana', PASSWORD), callbacks))
await observe('wrong answer', (callbacks) => both.sendCustomChallengeAnswer('green', callbacks))
await observe('wrong again', (callbacks) => both.sendCustomChallengeAnswer('red', callbacks))
await observe('after the end', (callbacks) => both.sendCustomChallengeAnswer('blue', callbacks))
await observe('right password', (callbacks) => both.authenticateUser(details('ana', PASSWORD), callbacks))
await advance(600)
await observe('too late', (callbacks) => both.sendCustomChallengeAnswer('blue', callbacks))
await observe('initiateAuth with SRP', (callbacks) => {
  const withSrp = new AuthenticationDetails({ Username: 'ana', ClientMetadata: { k: 'v' } })
  both.initiateAuth(withSrp, callbacks)
})
await observe('right answer', (callbacks) => both.sendCustomChallengeAnswer('blue', callbacks))
await observe('initiateAuth, unknown user', (callbacks) => newUser('Custom', 'x').initiateAuth(details('x'), callbacks))
const plain = newUser('Plain', 'ana')
await observe('initiateAuth where no trigger is', (callbacks) => plain.initiateAuth(details('ana'), callbacks))
requests.print('requests')
Storage.print('stored')
