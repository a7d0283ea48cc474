import type { CognitoClient } from '../client.ts'
import { ConfigurationError } from '../errors.ts'
import type { HostedPages } from '../hosted/hosted-pages.ts'
import type { OAuthModule } from '../hosted/oauth-module.ts'
import type { KeptLogins } from './kept-logins.ts'

/** Client, validated options and storage of a hosted login. */
export type HostedContext = {
  readonly client: CognitoClient
  readonly pages: HostedPages
  readonly oauth: OAuthModule
  readonly logins: KeptLogins
}

/** @throws ConfigurationError outside a browser page, for example on a server. */
export function requirePage(): void {
  const { history } = globalThis as Partial<typeof globalThis>
  if (history) return
  throw new ConfigurationError('A hosted login requires a browser page. On a server, use createHostedRoutes.')
}
