import type { SessionServer } from './cookie-session.ts'
import { badRequest } from './exchange.ts'
import type { OperationKind } from './operations.ts'
import type { Outcome, PageCall } from './page-call.ts'
import { serveRefresh } from './refresh-calls.ts'
import { serveSignIn } from './sign-in-calls.ts'
import { serveSignOut } from './sign-out-calls.ts'
import { serveAccount, serveUser } from './user-calls.ts'

type Serve = (server: SessionServer, call: PageCall) => Promise<Outcome>

const SERVE: Record<OperationKind, Serve> = {
  'sign-in': serveSignIn,
  refresh: serveRefresh,
  account: serveAccount,
  user: serveUser,
  'sign-out': serveSignOut,
}

/**
 * Serves an operation. Sends the service only the request fields that `operation.request` lists, and adds the client id,
 * secrets and tokens. The page receives only the response fields that `operation.response` lists, and tokens without their
 * signatures.
 *
 * @throws ServiceError when the service or this server rejects the request; NetworkError; TimeoutError; SessionError;
 *   ConfigurationError; errors from the `store`
 */
export async function serveCall(server: SessionServer, call: PageCall): Promise<Outcome> {
  const { ClientId } = call.body
  if (ClientId !== undefined && ClientId !== server.client.clientId) {
    throw badRequest('ResourceNotFoundException', 'ClientId is not the app client of this server.')
  }
  return SERVE[call.operation.kind](server, call)
}
