import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserPool,
  type CognitoUserSession,
} from '@cognito-srp/client/identity-js'

import { describe, poolData, receivedCode } from './local-pool.ts'

// Changes a password, replaces a forgotten password, and replaces a password that an administrator set.

const pool = new CognitoUserPool(poolData)
const userOf = (Username: string) => new CognitoUser({ Username, Pool: pool })

const signIn = (user: CognitoUser, Password: string) =>
  new Promise<string>((resolve, reject) => {
    user.authenticateUser(new AuthenticationDetails({ Username: user.getUsername(), Password }), {
      onSuccess: () => resolve('signed in'),
      onFailure: reject,
      newPasswordRequired(userAttributes, requiredAttributes) {
        console.log('attributes of the user:', Object.keys(userAttributes).join(', '), 'missing:', requiredAttributes)
        resolve('a new password is required')
      },
    })
  })

const changePassword = (user: CognitoUser, from: string, to: string) =>
  new Promise<string | undefined>((resolve, reject) => {
    user.changePassword(from, to, (error, result) => {
      if (error) reject(error)
      else resolve(result)
    })
  })

/**
 * Replaces a forgotten password. `inputVerificationCode` is the point at which a page would show a field for the code.
 */
const replaceForgotten = (user: CognitoUser, newPassword: string) =>
  new Promise<string>((resolve, reject) => {
    user.forgotPassword({
      onSuccess: () => reject(new Error('The service did not send a code.')),
      onFailure: reject,
      inputVerificationCode({ CodeDeliveryDetails: { DeliveryMedium, Destination } }) {
        console.log(`code sent by ${DeliveryMedium} to ${Destination}`)
        receivedCode(user.getUsername()).then((code) => {
          user.confirmPassword(code, newPassword, { onSuccess: resolve, onFailure: reject })
        }, reject)
      },
    })
  })

const chooseNewPassword = (user: CognitoUser, newPassword: string) =>
  new Promise<CognitoUserSession>((resolve, reject) => {
    user.completeNewPasswordChallenge(newPassword, {}, { onSuccess: resolve, onFailure: reject })
  })

const elisa = userOf('elisa')
console.log('before signing in:', await changePassword(elisa, 'Senha-123', 'Outra-Senha-1').catch(describe))
await signIn(elisa, 'Senha-123')
console.log('too short:', await changePassword(elisa, 'Senha-123', 'x').catch(describe))
console.log('changed:', await changePassword(elisa, 'Senha-123', 'Outra-Senha-1'))
console.log('with the old password:', await signIn(userOf('elisa'), 'Senha-123').catch(describe))

console.log('forgotten:', await replaceForgotten(userOf('elisa'), 'Terceira-Senha-1'))
await signIn(userOf('elisa'), 'Terceira-Senha-1')
console.log('signed in with the third password')

const caio = userOf('caio')
console.log(await signIn(caio, 'Senha-123'))
console.log('too short:', await chooseNewPassword(caio, 'x').catch(describe))
const session = await chooseNewPassword(caio, 'Minha-Senha-9')
console.log('signed in:', session.getAccessToken().decodePayload()['username'])
