export type { CookieSettings, SessionHandlerConfig } from './config.ts'
export type { AuthorizationOptions } from '../hosted/authorization-request.ts'
export type { HostedPagesConfig } from '../hosted/hosted-pages.ts'
export type { OAuthModule, ServerOAuthModule } from '../hosted/oauth-module.ts'
export { createSessionHandler, type SessionHandler } from './handler.ts'
export { createHostedRoutes, type HostedRoutes, type HostedRoutesConfig } from './hosted-routes.ts'
export type {
  CreatedSession,
  EndedSession,
  HeaderSource,
  ReadSessionOptions,
  RenewedSession,
  ServerSession,
} from './sessions.ts'
export { memoryStore, type MemoryStoreOptions, type SessionStore } from './store.ts'
