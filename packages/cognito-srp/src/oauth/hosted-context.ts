import type { CognitoClient } from '../client.ts'
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
