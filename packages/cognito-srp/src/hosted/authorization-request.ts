import { assertChoice } from '../client.ts'
import { ConfigurationError } from '../errors.ts'
import { assertLevels, type RequestedLevels } from '../sign-in/requested-levels.ts'
import { readOwnPath, type HostedPages } from './hosted-pages.ts'
import type { OAuthModule } from './oauth-module.ts'

/** Options for a sign-in on the hosted pages. */
export type AuthorizationOptions = RequestedLevels & {
  /** Name of an identity provider in the pool, for example `Google`. With this option, the browser goes directly to the provider's page. */
  provider?: string | undefined
  /**
   * With `none`, Cognito does not show a page, and the sign-in fails if the user is not already signed in. With `login`, the
   * user has to sign in again even if already signed in on the hosted pages.
   */
  prompt?: 'none' | 'login' | 'select_account' | 'consent' | undefined
  /** User name with which the sign-in page is prefilled. */
  loginHint?: string | undefined
  /** Language of the hosted pages, for example `pt-BR`. */
  lang?: string | undefined
  /** Path that the app shows after the sign-in, on the origin of `redirectUri`. Default `/`. */
  returnTo?: string | undefined
}

/** Names of {@link AuthorizationOptions}. */
export const AUTHORIZATION_OPTIONS: readonly string[] = [
  'provider',
  'prompt',
  'loginHint',
  'lang',
  'acrValues',
  'maxAgeSeconds',
  'returnTo',
] satisfies (keyof AuthorizationOptions)[]

/** Pending sign-in on the hosted pages. Each pending sign-in accepts only one authorization response. */
export type PendingLogin = {
  /** Random string that the authorization response must contain. */
  state: string
  /** PKCE code verifier (RFC 7636), which must stay secret until the code exchange. */
  verifier: string
  /** Random string that the id token must contain as its `nonce` claim. */
  nonce: string
  returnTo: string
  maxAgeSeconds?: number | undefined
  createdAtMs: number
}

/** Maximum duration of a sign-in on the hosted pages, in milliseconds. */
export const LOGIN_LIFETIME_MS = 600_000

const LANGUAGE = /^[a-z]{2,8}(-[a-z\d]{1,8})*$/i

/** @throws ConfigurationError when an option is invalid. */
export function checkAuthorizationOptions(options: AuthorizationOptions, pages: HostedPages): void {
  const { lang, returnTo } = options
  assertChoice(options, 'prompt', ['none', 'login', 'select_account', 'consent'])
  for (const option of ['provider', 'loginHint'] as const) {
    const value: unknown = options[option]
    check(value === undefined || (typeof value === 'string' && value !== ''), `${option} must be a non-empty string.`)
  }
  check(lang === undefined || LANGUAGE.test(lang), 'lang must be a language tag like pt-BR.')
  assertLevels(options)
  check(
    returnTo === undefined || readOwnPath(returnTo, pages) !== undefined,
    'returnTo must be a path on this site, like /account.',
  )
}

/**
 * Creates the authorization request for a sign-in on the hosted pages.
 *
 * @param state OAuth state, a random string by default
 * @returns the pending sign-in, which the caller must store until the callback, and the URL of the authorization request
 * @throws ConfigurationError when the platform has no `crypto.subtle`.
 */
export async function startLogin(
  oauth: OAuthModule,
  { clientId, now }: { readonly clientId: string; readonly now: () => number },
  pages: HostedPages,
  options: AuthorizationOptions,
  state: string = oauth.generateRandomState(),
): Promise<{ login: PendingLogin; address: string }> {
  check(Boolean(globalThis.crypto?.subtle), 'A hosted login requires a browser page over HTTPS or on localhost.')
  const { provider, prompt, loginHint, lang, acrValues, maxAgeSeconds } = options
  const returnTo = readOwnPath(options.returnTo, pages) ?? '/'
  const [verifier, nonce] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomNonce()]
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: pages.redirectUri,
    scope: pages.scope,
    state,
    nonce,
    code_challenge_method: 'S256',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    identity_provider: provider,
    prompt,
    login_hint: loginHint,
    lang,
    acr_values: acrValues?.join(' '),
    max_age: maxAgeSeconds?.toString(),
  }
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return {
    login: { state, verifier, nonce, returnTo, maxAgeSeconds, createdAtMs: now() },
    address: `${pages.origin}/oauth2/authorize?${new URLSearchParams(given)}`,
  }
}

function check(isPossible: boolean, message: string): asserts isPossible {
  if (!isPossible) throw new ConfigurationError(message)
}
