export type { CookieSettings, SessionHandlerConfig } from './config.ts'
export { createSessionHandler, type SessionHandler } from './handler.ts'
export type {
  CreatedSession,
  EndedSession,
  HeaderSource,
  ReadSessionOptions,
  RenewedSession,
  ServerSession,
} from './sessions.ts'
export { memoryStore, type MemoryStoreOptions, type SessionStore } from './store.ts'
