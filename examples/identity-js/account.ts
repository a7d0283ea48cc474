import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserAttribute,
  CognitoUserPool,
  type CognitoUserSession,
  type ISignUpResult,
} from '@cognito-srp/client/identity-js'

import { describe, poolData, receivedCode } from './local-pool.ts'

// Creates, uses and deletes an account. Each function wraps one call in a promise, and the program follows below the
// functions.

const pool = new CognitoUserPool(poolData)
const eva = { Username: 'eva', Password: 'Senha-123' }

const signUp = () =>
  new Promise<ISignUpResult>((resolve, reject) => {
    const attributes = [new CognitoUserAttribute({ Name: 'email', Value: 'eva@example.com' })]
    pool.signUp(eva.Username, eva.Password, attributes, [], (error, result) => {
      if (result) resolve(result)
      else reject(error)
    })
    console.log('sign-up requested') // before the response
  })

const confirm = (user: CognitoUser, code: string) =>
  new Promise<string>((resolve, reject) => {
    user.confirmRegistration(code, true, (error, result: string) => {
      if (error) reject(error)
      else resolve(result)
    })
  })

const signIn = (user: CognitoUser) =>
  new Promise<CognitoUserSession>((resolve, reject) => {
    user.authenticateUser(new AuthenticationDetails(eva), { onSuccess: resolve, onFailure: reject })
    console.log('sign-in requested')
  })

const readAttributes = (user: CognitoUser) =>
  new Promise<CognitoUserAttribute[]>((resolve, reject) => {
    user.getUserAttributes((error, attributes) => {
      if (attributes) resolve(attributes)
      else reject(error)
    })
  })

const updateAttributes = (user: CognitoUser, Name: string, Value: string) =>
  new Promise<string | undefined>((resolve, reject) => {
    user.updateAttributes([new CognitoUserAttribute({ Name, Value })], (error, result) => {
      if (error) reject(error)
      else resolve(result)
    })
  })

const deleteAccount = (user: CognitoUser) =>
  new Promise<string | undefined>((resolve, reject) => {
    user.deleteUser((error, result) => {
      if (error) reject(error)
      else resolve(result)
    })
  })

const { user, userConfirmed, codeDeliveryDetails } = await signUp()
console.log(`account of ${user.getUsername()}, confirmed: ${userConfirmed}`)
console.log(`code sent by ${codeDeliveryDetails.DeliveryMedium} to ${codeDeliveryDetails.Destination}`)
console.log('signing up again:', await signUp().catch(describe))
console.log('signing in too early:', await signIn(user).catch(describe))
console.log('a wrong code:', await confirm(user, 'wrong').catch(describe))
console.log('the right code:', await confirm(user, await receivedCode('eva')))

const session = await signIn(user)
const claims = session.getIdToken().decodePayload()
console.log(`signed in as ${claims['cognito:username']}, ${claims['email']}, valid: ${session.isValid()}`)
console.log('updated:', await updateAttributes(user, 'nickname', 'Evinha'))
for (const attribute of await readAttributes(user)) {
  const value = attribute.getName() === 'sub' ? '(an id)' : attribute.getValue()
  console.log(`  ${attribute.getName()}: ${value}`)
}
console.log('deleted:', await deleteAccount(user))
console.log('signing in afterwards:', await signIn(new CognitoUser({ Username: 'eva', Pool: pool })).catch(describe))
