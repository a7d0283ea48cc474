// An app that shows who is signed in, with three clients that read the same tokens.
import { createCognitoClient, getUser } from '@cognito-srp/client'
import { CognitoUserPool } from 'amazon-cognito-identity-js'
import { Amplify } from 'aws-amplify'
import { fetchUserAttributes } from 'aws-amplify/auth'

const endpoint = new URLSearchParams(location.search).get('emulator')
const userPoolId = 'local_Pool1'
const clientId = 'web'

async function withIdentityJs() {
  const user = new CognitoUserPool({ UserPoolId: userPoolId, ClientId: clientId, endpoint }).getCurrentUser()
  if (!user) return undefined
  const call = (run) =>
    new Promise((resolve, reject) => run((error, result) => (error ? reject(error) : resolve(result))))
  await call((done) => user.getSession(done))
  const attributes = await call((done) => user.getUserAttributes(done))
  return attributes.find(({ Name }) => Name === 'email').Value
}

async function withAmplify() {
  Amplify.configure({ Auth: { Cognito: { userPoolId, userPoolClientId: clientId, userPoolEndpoint: endpoint } } })
  return (await fetchUserAttributes()).email
}

async function withCognitoSrp() {
  const { userAttributes } = await getUser(createCognitoClient({ endpoint, userPoolId, clientId }))
  return userAttributes.email
}

for (const [name, read] of Object.entries({ withIdentityJs, withAmplify, withCognitoSrp })) {
  const output = document.createElement('output')
  output.ariaLabel = name
  document.body.append(output)
  read().then(
    (email) => (output.textContent = email ?? 'signed out'),
    (error) => (output.textContent = error.name),
  )
}
