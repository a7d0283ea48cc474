import { POOL_PROVIDER } from '../pools/pools.ts'
import { PageError } from './errors.ts'
import { usernameField } from './labels.ts'
import type { Form, Page } from './page.ts'
import { showPage, type Visit } from './visit.ts'

/**
 * Shows the sign-in page, which asks for a user name and a password, and has a button for each identity provider of the client.
 * If the client does not support sign-in with a password, the page shows only the buttons of the identity providers.
 */
export function showLogin(
  visit: Visit,
  { username = '', error, notice }: { username?: string; error?: string; notice?: string } = {},
): Response | Promise<Response> {
  const { texts } = visit
  const page: Page = {
    title: texts.signIn.title,
    error,
    notice,
    ...(hasPasswords(visit) && passwordParts(visit, username)),
    buttons: providerButtons(visit),
  }
  return showPage(visit, page)
}

/** Whether the client supports sign-in with a password. */
export function hasPasswords({ request }: Visit): boolean {
  return request.providers.includes(POOL_PROVIDER)
}

/** @throws {PageError} if the client does not support sign-in with a password */
export function checkHasPasswords(visit: Visit): void {
  if (!hasPasswords(visit)) throw new PageError('This client does not support sign-in with a password.')
}

function passwordParts({ query, texts, request }: Visit, username: string): Pick<Page, 'form' | 'links'> {
  const { pool } = request.caller
  return {
    form: {
      action: `/login?${query}`,
      submit: texts.signIn.submit,
      fields: [
        { ...usernameField(pool, texts), value: username },
        { name: 'password', label: texts.password, type: 'password', autocomplete: 'current-password' },
      ],
    },
    links: [
      { href: `/forgotPassword?${query}`, label: texts.signIn.forgot },
      ...(pool.settings.allowSignUp === false ? [] : [{ href: `/signup?${query}`, label: texts.signIn.signUp }]),
    ],
  }
}

function providerButtons({ query, texts, request }: Visit): Form[] {
  const parameters = Object.fromEntries(new URLSearchParams(query))
  const names = request.providers.filter((name) => name !== POOL_PROVIDER)
  return names.map((name) => ({
    method: 'get',
    action: '/oauth2/authorize',
    submit: texts.signIn.continueWith(name),
    hidden: { ...parameters, identity_provider: name },
  }))
}
