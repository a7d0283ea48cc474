// The AWS SDK without a configured endpoint. It derives the endpoint from the region, signs for that region and sends
// with node:https.
import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  InitiateAuthCommand,
} from '@aws-sdk/client-cognito-identity-provider'

const { USER_POOL_ID, CLIENT_ID, PASSWORD } = process.env
const credentials = { accessKeyId: 'any', secretAccessKey: 'any' }
const client = new CognitoIdentityProviderClient({ region: 'us-east-1', credentials })

const signIn = (PASSWORD) =>
  client.send(
    new InitiateAuthCommand({
      ClientId: CLIENT_ID,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: 'ana', PASSWORD },
    }),
  )
const { AuthenticationResult } = await signIn(PASSWORD)
const { Username } = await client.send(new AdminGetUserCommand({ UserPoolId: USER_POOL_ID, Username: 'ana' }))
const refusal = await signIn('wrong').catch(({ name }) => name)
console.log(JSON.stringify({ accepted: AuthenticationResult.AccessToken !== undefined && Username, refused: refusal }))
