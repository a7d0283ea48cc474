import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserPool,
  type CognitoUserSession,
} from '@cognito-srp/client/identity-js'

import { describe, poolData, receivedCode, shownCode } from './local-pool.ts'

// Signs in with SMS codes, sets up an authenticator app while signed in, and chooses between the two factors.

const pool = new CognitoUserPool(poolData)
const userOf = (Username: string) => new CognitoUser({ Username, Pool: pool })
const PASSWORD = 'Senha-123'

/** Resolves with the name of the next challenge. */
const signIn = (user: CognitoUser) =>
  new Promise<string>((resolve, reject) => {
    user.authenticateUser(new AuthenticationDetails({ Username: user.getUsername(), Password: PASSWORD }), {
      onSuccess: () => resolve('no challenge'),
      onFailure: reject,
      mfaRequired(challengeName, parameters) {
        console.log('code sent to', parameters.CODE_DELIVERY_DESTINATION)
        resolve(challengeName)
      },
      totpRequired: resolve,
      selectMFAType(challengeName, parameters) {
        console.log('options:', JSON.parse(parameters.MFAS_CAN_CHOOSE).sort())
        resolve(challengeName)
      },
    })
  })

const sendCode = (user: CognitoUser, code: string, mfaType: 'SMS_MFA' | 'SOFTWARE_TOKEN_MFA') =>
  new Promise<CognitoUserSession>((resolve, reject) => {
    user.sendMFACode(code, { onSuccess: resolve, onFailure: reject }, mfaType)
  })

const choose = (user: CognitoUser, mfaType: string) =>
  new Promise<string>((resolve, reject) => {
    user.sendMFASelectionAnswer(mfaType, {
      onSuccess: () => reject(new Error('The service did not request a code.')),
      onFailure: reject,
      mfaRequired: resolve,
      totpRequired: resolve,
    })
  })

/** Requests the app's secret, which a page would show as a QR code. */
const requestSecret = (user: CognitoUser) =>
  new Promise<string>((resolve, reject) => {
    user.associateSoftwareToken({ associateSecretCode: resolve, onFailure: reject })
  })

const verifyApp = (user: CognitoUser, code: string) =>
  new Promise<unknown>((resolve, reject) => {
    user.verifySoftwareToken(code, 'phone', { onSuccess: resolve, onFailure: reject })
  })

const preferApp = (user: CognitoUser, PreferredMfa: boolean) =>
  new Promise<string | undefined>((resolve, reject) => {
    user.setUserMfaPreference(null, { Enabled: true, PreferredMfa }, (error, result) => {
      if (error) reject(error)
      else resolve(result)
    })
  })

const bia = userOf('bia')
console.log('asked for:', await signIn(bia))
const code = await receivedCode('bia')
const wrong = code === '000000' ? '111111' : '000000'
console.log('a wrong code:', await sendCode(bia, wrong, 'SMS_MFA').catch(describe))
const session = await sendCode(bia, code, 'SMS_MFA') // a second answer to the same challenge
console.log('signed in:', session.isValid())

const secret = await requestSecret(bia)
console.log(`a secret of ${secret.length > 16 ? 'enough' : 'too few'} letters`)
console.log('a wrong code:', await verifyApp(bia, 'wrong!').catch(describe))
console.log('the app is set up:', await verifyApp(bia, await shownCode(secret)))
console.log('the app is enabled:', await preferApp(bia, false))

const again = userOf('bia')
console.log('asked for:', await signIn(again))
console.log('chosen:', await choose(again, 'SMS_MFA'))
const second = await sendCode(again, await receivedCode('bia'), 'SMS_MFA')
console.log('signed in:', second.getIdToken().decodePayload()['cognito:username'])
console.log('preferred:', await preferApp(again, true))
console.log('asked for:', await signIn(userOf('bia')))
