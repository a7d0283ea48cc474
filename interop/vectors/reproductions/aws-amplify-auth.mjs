import { Amplify } from '@aws-amplify/core'
import { signIn } from '@aws-amplify/auth'
import { cognitoUserPoolsTokenProvider } from '@aws-amplify/auth/cognito'
import { drawA, readTest, report, serve, stopClock } from './test.mjs'

const test = readTest()
const { a, poolName, userId: username, password, timestamp } = test.input
drawA(a)
stopClock(timestamp)
let signature
serve(test.input, (received) => (signature = received))
const Auth = { Cognito: { userPoolId: `us-east-1_${poolName}`, userPoolClientId: 'client' } }
Amplify.configure({ Auth }, { Auth: { tokenProvider: cognitoUserPoolsTokenProvider } })
cognitoUserPoolsTokenProvider.setAuthConfig(Auth)
const values = new Map()
cognitoUserPoolsTokenProvider.setKeyValueStorage({
  getItem: async (key) => values.get(key) ?? null,
  setItem: async (key, value) => void values.set(key, value),
  removeItem: async (key) => void values.delete(key),
  clear: async () => values.clear(),
})
void signIn({ username, password }).catch((error) => console.log(String(error)))
process.on('exit', () => report(test, signature)) // also if the sign-in never ends
