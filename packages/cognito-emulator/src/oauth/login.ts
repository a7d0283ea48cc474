import { Hono } from 'hono'

import { POOL_PROVIDER } from '../pools/pools.ts'
import { passwordAttemptsExceeded, ServiceError } from '../service-error.ts'
import type { AuthAnswer } from '../sign-in/sign-in.ts'
import { askToConfirm, askToReset } from './account-pages.ts'
import { startSignIn } from './calls.ts'
import { sendToProvider } from './federation.ts'
import { checkHasPasswords, hasPasswords, showLogin } from './login-page.ts'
import { answerStep, beginStep, pageOfStep } from './questions.ts'
import { sendBack } from './send-back.ts'
import type { Step } from './steps.ts'
import { openVisit, readAnswer, showPage, startBrowserSession, type PageServices, type Visit } from './visit.ts'

/** Routes of the sign-in pages, for the password and further challenges. */
export function loginRoutes(services: PageServices): Hono {
  const routes = new Hono()
  routes.get('/login', (context) => {
    const visit = openVisit(services, context)
    const { provider, providers } = visit.request
    const only = providers.length === 1 && !hasPasswords(visit) ? providers[0] : undefined
    const chosen = provider === POOL_PROVIDER ? only : (provider ?? only)
    if (chosen !== undefined) return sendToProvider(visit, chosen)
    const loginHint = new URL(context.req.url).searchParams.get('login_hint') ?? ''
    return showLogin(visit, { username: loginHint })
  })
  routes.post('/login', async (context) => {
    const { visit, form } = await readAnswer(services, context)
    checkHasPasswords(visit)
    return signIn(visit, form.get('username') ?? '', form.get('password') ?? '')
  })
  routes.post('/challenge', async (context) => {
    const { visit, form } = await readAnswer(services, context)
    const { caller } = visit.request
    const step = services.steps.take(form.get('step') ?? '', { caller, csrfToken: visit.csrfToken })
    return step ? continueSignIn(visit, step, form) : showLogin(visit, { error: visit.texts.expired })
  })
  return routes
}

async function signIn(visit: Visit, username: string, password: string): Promise<Response> {
  const { services, request } = visit
  try {
    const answer = await startSignIn(services, request.caller, { username, password, levels: request.levels })
    return await proceed(visit, username, answer)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (error.code === 'UserNotConfirmedException') return askToConfirm(visit, { username })
    if (error.code === 'PasswordResetRequiredException') return askToReset(visit, { username, error: error.message })
    return showLogin(visit, { username, error: error.message })
  }
}

/** Shows the next challenge, or redirects the user back to the application. */
export async function proceed(visit: Visit, username: string, answer: AuthAnswer): Promise<Response> {
  if (answer.hosted) return sendBack(visit, startBrowserSession(visit, answer.hosted))
  const { services, request, csrfToken } = visit
  const step = await beginStep(services, { caller: request.caller, username, csrfToken, answer })
  return showStep(visit, step)
}

async function continueSignIn(visit: Visit, step: Step, form: URLSearchParams): Promise<Response> {
  try {
    const next = await answerStep(visit.services, step, form)
    return 'step' in next ? showStep(visit, next.step) : await proceed(visit, step.username, next.answer)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const isOver = error.code === 'NotAuthorizedException' && error.message !== passwordAttemptsExceeded().message
    return isOver ? showLogin(visit, { error: error.message }) : showStep(visit, step, error.message)
  }
}

function showStep(visit: Visit, step: Step, error?: string): Response | Promise<Response> {
  const hidden = { step: visit.services.steps.keep(step) }
  return showPage(visit, pageOfStep(step, visit.texts, { action: `/challenge?${visit.query}`, hidden, error }))
}
