import { Hono } from 'hono'

import { ServiceError } from '../service-error.ts'
import { callOperation, clientInput } from './calls.ts'
import { languageOf, textsOf } from './page-texts.ts'
import { pageHeaders, renderPage } from './page.ts'
import type { PageServices } from './visit.ts'

/** Route of the link that a pool sends instead of a code. Opening the link confirms the account. */
export function confirmUserRoutes(services: PageServices): Hono {
  const routes = new Hono()
  routes.get('/confirmUser', async (context) => {
    const query = new URL(context.req.url).searchParams
    const language = languageOf(query.get('lang'))
    const { title, done } = textsOf(language).confirm
    const show = (page: { notice?: string; error?: string }, status: 200 | 400) =>
      context.html(renderPage({ title, ...page }, language, ''), status, pageHeaders(language))
    try {
      const caller = services.pools.callerOf(query.get('client_id') ?? '')
      const account = clientInput(caller, query.get('user_name') ?? '')
      const ConfirmationCode = query.get('confirmation_code') ?? ''
      await callOperation(services, 'ConfirmSignUp', { ...account, ConfirmationCode })
      return show({ notice: done }, 200)
    } catch (error) {
      if (error instanceof ServiceError) return show({ error: error.message }, 400)
      throw error
    }
  })
  return routes
}
