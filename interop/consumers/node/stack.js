import { createCognitoClient, signIn } from '@cognito-srp/client'

// The ten frames of an uncaught error include the program's own line.

const endpoint = process.env.COGNITO_ENDPOINT
const client = createCognitoClient({ userPoolId: 'local_Pool1', clientId: 'web', endpoint })

async function submitLoginForm() {
  await signIn(client, { username: 'ana', password: 'wrong' })
}

const { stack } = await submitLoginForm().catch((error) => error)
if (!/ signIn .+\n.+ submitLoginForm /.test(stack)) throw new Error(`signIn or its caller is missing in:\n${stack}`)
