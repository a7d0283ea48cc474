import { createCognitoClient, signIn } from '@cognito-srp/client'

// Checks that the ten stack frames of each kind of uncaught error include the program's own lines.

const endpoint = process.env.COGNITO_ENDPOINT

async function submitLoginForm(client) {
  await signIn(client, { username: 'ana', password: 'wrong' })
}

async function start(fetch) {
  await submitLoginForm(
    createCognitoClient({ userPoolId: 'local_Pool1', clientId: 'web', endpoint, fetch, timeoutMs: 2000 }),
  )
}

const networks = {
  ServiceError: undefined,
  NetworkError: () => Promise.reject(new Error('no connection')),
  TimeoutError: () => new Promise(() => {}),
}
for (const [expected, fetch] of Object.entries(networks)) {
  const { name, stack } = await start(fetch).catch((error) => error)
  if (name !== expected || !/ signIn .+\n.+ submitLoginForm .+\n.+ start /.test(stack)) throw new Error(stack)
}
