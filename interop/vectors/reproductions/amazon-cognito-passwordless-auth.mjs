import { Passwordless } from 'amazon-cognito-passwordless-auth'
import { authenticateWithSRP } from 'amazon-cognito-passwordless-auth/srp'
import { drawA, readTest, report, serve, stopClock } from './test.mjs'

const test = readTest()
const { a, poolName, userId, password, timestamp } = test.input
drawA(a)
stopClock(timestamp)
let signature
serve(test.input, (received) => (signature = received))
Passwordless.configure({ userPoolId: `us-east-1_${poolName}`, clientId: 'client' })
await authenticateWithSRP({ username: userId, password }).signedIn.catch((error) => console.log(String(error)))
report(test, signature)
