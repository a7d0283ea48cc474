import { AuthenticationDetails, CognitoUser, CognitoUserPool } from 'amazon-cognito-identity-js'
import { drawA, readTest, report, serve, stopClock } from './test.mjs'

const test = readTest()
const { a, poolName, userId: Username, password: Password, timestamp } = test.input
drawA(a)
stopClock(timestamp)
let signature
serve(test.input, (received) => (signature = received))
const Pool = new CognitoUserPool({ UserPoolId: `us-east-1_${poolName}`, ClientId: 'client' })
new CognitoUser({ Username, Pool }).authenticateUser(new AuthenticationDetails({ Username, Password }), {
  onSuccess: () => {},
  onFailure: (error) => console.log(String(error)),
})
process.on('unhandledRejection', (error) => console.log(String(error))) // an exception in the library's callback
process.on('exit', () => report(test, signature))
