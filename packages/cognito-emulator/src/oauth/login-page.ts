import { usernameField } from './labels.ts'
import type { Page } from './page.ts'
import { showPage, type Visit } from './visit.ts'

/** Shows the sign-in page, which asks for a user name and a password. */
export function showLogin(
  visit: Visit,
  { username = '', error, notice }: { username?: string; error?: string; notice?: string } = {},
): Response | Promise<Response> {
  const { query, texts, request } = visit
  const { pool } = request.caller
  const page: Page = {
    title: texts.signIn.title,
    error,
    notice,
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
  return showPage(visit, page)
}
