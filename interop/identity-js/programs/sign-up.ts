import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserAttribute,
  CognitoUserPool,
} from '@cognito-srp/client/identity-js'

import { ask, lastCode, observe, poolData, Recorder, recordRequests, say, show, wrongCode } from './observe.ts'

// Runs use cases 1–3, 5–8, 12 and 31 of the amazon-cognito-identity-js README, which sign up a user, change attributes
// and reset a forgotten password.

const Storage = new Recorder()
const Pool = new CognitoUserPool({ ...poolData('Plain'), Storage })
const email = new CognitoUserAttribute({ Name: 'email', Value: 'eva@example.com' })
const requests = recordRequests()

await ask('signUp, weak', (callback) => Pool.signUp('eva', 'x', [email], [], callback))
const signedUp = await ask('signUp', (callback) => {
  Pool.signUp('eva', 'Senha-123', [email], [new CognitoUserAttribute({ Name: 'k', Value: 'v' })], callback, { a: 'b' })
})
const { user, ...rest } = signedUp.given[1] ?? {}
console.log('signed up', show(rest), user instanceof CognitoUser, user?.getUsername(), user?.storage === Storage)
await ask('signUp again', (callback) => Pool.signUp('eva', 'Senha-123', [email], [], callback))
await ask('signUp with nulls', (callback) => Pool.signUp('eve', 'Senha-123', null as any, null as any, callback))

const code = await lastCode('eva')
const details = new AuthenticationDetails({ Username: 'eva', Password: 'Senha-123' })
await observe('sign in unconfirmed', (callbacks) => user.authenticateUser(details, callbacks))
await ask('confirmRegistration, wrong', (callback) => user.confirmRegistration(wrongCode(code), true, callback))
await ask('resendConfirmationCode', (callback) => user.resendConfirmationCode(callback, { why: 'lost' }))
const newCode = await lastCode('eva')
await ask('confirmRegistration', (callback) => user.confirmRegistration(newCode, false, callback, { a: 'b' }))
await ask('confirmRegistration again', (callback) => user.confirmRegistration(newCode, true, callback))
await ask('resend, confirmed', (callback) => user.resendConfirmationCode(callback))
requests.print('requests')

const eva = new CognitoUser({ Username: 'eva', Pool, Storage })
await observe('sign in', (callbacks) => eva.authenticateUser(details, callbacks))
await ask('getUserAttributes', (callback) => eva.getUserAttributes(callback))
const { given } = await ask('getUserAttributes', (callback) => eva.getUserAttributes(callback))
for (const attribute of given[1] ?? []) {
  console.log(
    attribute instanceof CognitoUserAttribute,
    attribute.getName(),
    show(attribute.getValue()),
    show(attribute),
  )
}
const nickname = new CognitoUserAttribute({ Name: 'nickname', Value: 'E' })
await ask('updateAttributes', (callback) => eva.updateAttributes([nickname, { Name: 'locale', Value: 'pt' }], callback))
Storage.print('stored')
await ask('updateAttributes, unknown', (callback) => eva.updateAttributes([{ Name: 'sub', Value: 'x' }], callback))
await ask('updateAttributes, email', (callback) => {
  eva.updateAttributes([{ Name: 'email', Value: 'eva@example.org' }], callback, { m: 'n' })
})
await ask('getUserData', (callback) => eva.getUserData(callback))
await ask('getUserData, bypassCache', (callback) => eva.getUserData(callback, { bypassCache: true }))
await ask('getUserData, bypassCache with metadata', (callback) => {
  eva.getUserData(callback, { bypassCache: true, clientMetadata: { k: 'v' } })
})
requests.print('requests')

const verification = await observe('getAttributeVerificationCode', (callbacks) => {
  eva.getAttributeVerificationCode('email', callbacks)
})
console.log(verification.name)
await observe(
  'getAttributeVerificationCode without inputVerificationCode',
  (callbacks) => eva.getAttributeVerificationCode('email', callbacks, { a: 'b' }),
  ['onSuccess', 'onFailure'],
)
await observe('inputVerificationCode null', (callbacks) => {
  eva.getAttributeVerificationCode('email', { ...callbacks, inputVerificationCode: null })
})
const emailCode = await lastCode('eva')
await observe('verifyAttribute, wrong', (callbacks) => eva.verifyAttribute('email', wrongCode(emailCode), callbacks))
await observe('verifyAttribute', (callbacks) => eva.verifyAttribute('email', emailCode, callbacks))
await observe('code for phone_number', (callbacks) => eva.getAttributeVerificationCode('phone_number', callbacks))
await ask('deleteAttributes', (callback) => eva.deleteAttributes(['nickname'], callback))
await ask('deleteAttributes, none', (callback) => eva.deleteAttributes([], callback))
await ask('getMFAOptions', (callback) => eva.getMFAOptions(callback))
Storage.print('stored')
requests.print('requests')

// README, use case 12
const forgetful = new CognitoUser({ Username: 'eva', Pool, Storage })
await observe('forgotPassword', (callbacks) => forgetful.forgotPassword(callbacks))
await observe('forgotPassword, onSuccess only', (callbacks) => forgetful.forgotPassword(callbacks, { a: 'b' }), [
  'onSuccess',
  'onFailure',
])
const reset = await lastCode('eva')
await observe('confirmPassword, wrong', (callbacks) => {
  forgetful.confirmPassword(wrongCode(reset), 'Outra-Senha-1', callbacks)
})
await observe('confirmPassword, weak', (callbacks) => forgetful.confirmPassword(reset, 'x', callbacks))
await observe('confirmPassword', (callbacks) =>
  forgetful.confirmPassword(reset, 'Outra-Senha-1', callbacks, { a: 'b' }),
)
await observe('forgotPassword, unknown', (callbacks) => {
  new CognitoUser({ Username: 'nobody', Pool, Storage }).forgotPassword(callbacks)
})
say('stored keys', () => [...Storage.values.keys()].sort())
await ask('deleteUser', (callback) => eva.deleteUser(callback))
Storage.print('stored')
requests.print('requests')
