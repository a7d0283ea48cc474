import { createCognitoClient, forgotPassword, memoryStorage } from '@cognito-srp/client'

import { poolIds } from './account.ts'

/** Returns the error that the client throws for a service error with this code and message. */
export async function serviceError(code: string, message = 'Something happened.'): Promise<unknown> {
  const client = createCognitoClient({
    ...poolIds('Errors'),
    endpoint: 'https://identity.test/',
    storage: memoryStorage(),
    fetch: async () => Response.json({ __type: code, message }, { status: 400 }),
  })
  return forgotPassword(client, { username: 'ana@example.com' }).catch((cause: unknown) => cause)
}
