export type { AuthorizationOptions } from '../hosted/authorization-request.ts'
export type { HostedPagesConfig } from '../hosted/hosted-pages.ts'
export type { HostedLoginResult } from './complete.ts'
export {
  createHostedLogin,
  type HostedLogin,
  type HostedLoginConfig,
  type PopupOptions,
  type RedirectOptions,
} from './hosted-login.ts'
