import { Hono } from 'hono'

import { ServiceError } from '../service-error.ts'
import { callOperation, clientInput } from './calls.ts'
import { attributeField, usernameField } from './labels.ts'
import { checkHasPasswords, showLogin } from './login-page.ts'
import type { Field, Form, Page } from './page.ts'
import { codeField, newPasswordField } from './questions.ts'
import { openVisit, readAnswer, showPage, type PageServices, type Visit } from './visit.ts'

const ATTRIBUTE_PREFIX = 'attributes.'

/** The user name and the messages that a page shows. */
type PageValues = { username?: string; error?: string; notice?: string }

/** Routes of the pages that create accounts, confirm accounts and reset passwords. */
export function accountRoutes(services: PageServices): Hono {
  const routes = new Hono()
  const pages: [
    path: string,
    show: (visit: Visit, shown: PageValues) => Response | Promise<Response>,
    submitForm: SubmitForm,
  ][] = [
    ['/signup', askToSignUp, signUp],
    ['/confirm', askToConfirm, confirm],
    ['/resendcode', askToConfirm, resend],
    ['/forgotPassword', askForUsername, sendResetCode],
    ['/confirmForgotPassword', askToReset, reset],
  ]
  for (const [path, show, submitForm] of pages) {
    routes.get(path, (context) => {
      const visit = openVisit(services, context)
      checkHasPasswords(visit)
      return show(visit, {})
    })
    routes.post(path, async (context) => {
      const { visit, form } = await readAnswer(services, context)
      checkHasPasswords(visit)
      const username = form.get('username') ?? ''
      try {
        return await submitForm(visit, username, form)
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        return show(visit, { username, error: error.message })
      }
    })
  }
  return routes
}

type SubmitForm = (visit: Visit, username: string, form: URLSearchParams) => Promise<Response>

/** Shows the page on which the user enters the code that confirms the account. */
export function askToConfirm(visit: Visit, shown: PageValues): Response | Promise<Response> {
  const { texts, query } = visit
  const { title, lead, resend: submit } = texts.confirm
  const again: Form = { action: `/resendcode?${query}`, submit, hidden: { username: shown.username ?? '' } }
  return showForm(visit, shown, {
    page: { title, lead, ...(shown.username && { buttons: [again] }) },
    form: { action: `/confirm?${query}`, submit: texts.continue },
    fields: [codeField('code', texts)],
  })
}

/** Shows the page that asks for the reset code and the new password. */
export function askToReset(visit: Visit, shown: PageValues): Response | Promise<Response> {
  const { texts, query } = visit
  const { title, lead, submit } = texts.reset
  return showForm(visit, shown, {
    page: { title, lead },
    form: { action: `/confirmForgotPassword?${query}`, submit },
    fields: [codeField('code', texts), newPasswordField('password', texts)],
  })
}

function askToSignUp(visit: Visit, shown: PageValues): Response | Promise<Response> {
  const { texts, query, request } = visit
  const { title, submit } = texts.signUp
  const attributes = attributesToAsk(visit).map((name) => attributeField(ATTRIBUTE_PREFIX, name, texts))
  const username = { ...usernameField(request.caller.pool, texts), value: shown.username ?? '' }
  const password = { ...newPasswordField('password', texts), label: texts.password }
  return showPage(visit, {
    ...pageWith(shown, title),
    form: { action: `/signup?${query}`, submit, fields: [username, ...attributes, password] },
    links: [{ href: `/login?${query}`, label: texts.signUp.signIn }],
  })
}

function askForUsername(visit: Visit, shown: PageValues): Response | Promise<Response> {
  const { texts, query, request } = visit
  const { title, lead, submit } = texts.forgot
  return showPage(visit, {
    ...pageWith(shown, title),
    lead,
    form: {
      action: `/forgotPassword?${query}`,
      submit,
      fields: [{ ...usernameField(request.caller.pool, texts), value: shown.username ?? '' }],
    },
    links: [{ href: `/login?${query}`, label: texts.back }],
  })
}

async function signUp(visit: Visit, username: string, form: URLSearchParams): Promise<Response> {
  const { services, request, texts } = visit
  const attributes = attributesToAsk(visit).map((Name) => ({
    Name,
    Value: form.get(`${ATTRIBUTE_PREFIX}${Name}`) ?? '',
  }))
  const { UserConfirmed } = await callOperation(services, 'SignUp', {
    ...clientInput(request.caller, username),
    Password: form.get('password') ?? '',
    UserAttributes: attributes.filter(({ Value }) => Value !== ''),
  })
  return UserConfirmed ? showLogin(visit, { username, notice: texts.confirm.done }) : askToConfirm(visit, { username })
}

async function confirm(visit: Visit, username: string, form: URLSearchParams): Promise<Response> {
  const { services, request, texts } = visit
  const input = { ...clientInput(request.caller, username), ConfirmationCode: form.get('code') ?? '' }
  await callOperation(services, 'ConfirmSignUp', input)
  return showLogin(visit, { username, notice: texts.confirm.done })
}

async function resend(visit: Visit, username: string): Promise<Response> {
  const { services, request, texts } = visit
  await callOperation(services, 'ResendConfirmationCode', clientInput(request.caller, username))
  return askToConfirm(visit, { username, notice: texts.confirm.sent })
}

async function sendResetCode(visit: Visit, username: string): Promise<Response> {
  const { services, request } = visit
  await callOperation(services, 'ForgotPassword', clientInput(request.caller, username))
  return askToReset(visit, { username })
}

async function reset(visit: Visit, username: string, form: URLSearchParams): Promise<Response> {
  const { services, request, texts } = visit
  await callOperation(services, 'ConfirmForgotPassword', {
    ...clientInput(request.caller, username),
    ConfirmationCode: form.get('code') ?? '',
    Password: form.get('password') ?? '',
  })
  return showLogin(visit, { username, notice: texts.reset.done })
}

/** Shows a form for an account. If the account is not known yet, the form also asks for the user name. */
function showForm(
  visit: Visit,
  { username = '', ...shown }: PageValues,
  { page, form, fields }: { page: Page; form: Form; fields: Field[] },
): Response | Promise<Response> {
  const { texts, query, request } = visit
  const named = username === '' ? [usernameField(request.caller.pool, texts)] : []
  return showPage(visit, {
    ...page,
    ...pageWith(shown, page.title),
    form: { ...form, fields: [...named, ...fields], ...(username !== '' && { hidden: { username } }) },
    links: [{ href: `/login?${query}`, label: texts.back }],
  })
}

function pageWith({ error, notice }: PageValues, title: string): Page {
  return { title, error, notice }
}

/** Returns the attributes that the sign-up page asks for, besides the user name. */
function attributesToAsk({ request }: Visit): string[] {
  const { settings } = request.caller.pool
  const verified = settings.autoVerifiedAttributes ?? ['email']
  const asked = new Set<string>([...verified, ...(settings.requiredAttributes ?? [])])
  return [...asked].filter((name) => !settings.usernameAttributes?.some((attribute) => attribute === name))
}
