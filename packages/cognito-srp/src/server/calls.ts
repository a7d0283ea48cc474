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
 * Serves an operation. Sends only listed fields of the page's request to the service, and adds ids, secrets and tokens. Returns
 * only listed fields of the response to the page.
 *
 * @throws ServiceError when the service or this server rejects the request; NetworkError; TimeoutError; SessionError;
 *   ConfigurationError
 */
export async function serveCall(server: SessionServer, call: PageCall): Promise<Outcome> {
  const { ClientId } = call.body
  if (ClientId !== undefined && ClientId !== server.client.clientId) {
    throw badRequest('ResourceNotFoundException', 'The request names another app client than this server has.')
  }
  return SERVE[call.operation.kind](server, call)
}
