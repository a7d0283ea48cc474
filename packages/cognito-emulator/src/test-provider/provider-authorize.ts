import { baseUrlOf } from '../http/base-url.ts'
import { MAX_BODY_BYTES } from '../http/body.ts'
import { PageError } from '../oauth/errors.ts'
import { csrfTokenOf, readOwnForm } from '../oauth/form.ts'
import { pageHeaders, renderPage } from '../oauth/page.ts'
import { withParameters } from '../oauth/send-back.ts'
import { configOf, type ProviderCall } from './provider-call.ts'
import { providerPage, readClaims } from './provider-page.ts'

const LANGUAGE = 'en'
/** Parameters of the provider's error responses. */
const FAILURES: ReadonlyMap<string, Record<string, string>> = new Map([
  ['cancelled', { error: 'access_denied', error_description: 'The user cancelled the sign-in.' }],
  ['server-error', { error: 'server_error', error_description: 'The provider failed.' }],
])

/** Shows the page on which a person selects the response of a test provider. */
export function showProvider(call: ProviderCall, error?: string): Response | Promise<Response> {
  const { context, services, provider } = call
  const { loginHint } = readRequest(call)
  const { users, crossOriginOpenerPolicy } = configOf(services.options, provider) ?? {}
  const { pathname, search } = new URL(context.req.url)
  const page = providerPage(provider.ProviderName, `${pathname}${search}`, { users, error, loginHint })
  const headers = {
    ...pageHeaders(LANGUAGE),
    ...(crossOriginOpenerPolicy && { 'cross-origin-opener-policy': crossOriginOpenerPolicy }),
  }
  return context.html(renderPage(page, LANGUAGE, csrfTokenOf(context)), error === undefined ? 200 : 400, headers)
}

/** Redirects the user to the pool's callback with a code, or with the error that the user or a test selected. */
export async function answerRequest(call: ProviderCall): Promise<Response> {
  const { context, services, provider, issuer } = call
  const form = await readOwnForm(context, csrfTokenOf(context), services.options.maxBodyBytes ?? MAX_BODY_BYTES)
  const { clientId, redirectUri, state, nonce, codeChallenge } = readRequest(call)
  const chosen = form.get('answer')
  const user = readClaims(form)
  if (chosen === null && !user) return showProvider(call, 'Enter a subject, and a JSON object as other claims.')
  const answer = chosen === null ? services.providerAnswers.take(provider.ProviderName) : undefined
  const failure = FAILURES.get(chosen ?? answer ?? '')
  if (failure || !user) return context.redirect(withParameters(redirectUri, { ...failure, state, iss: issuer }))
  const grant = { issuer, clientId, nonce, user, answer, redirectUri, codeChallenge }
  const code = services.codes.keep(grant)
  if (answer === 'replayed-code') services.codes.forget(code)
  return context.redirect(withParameters(redirectUri, { code, state, iss: issuer }))
}

/** @throws {PageError} if the client id or the redirect URI does not belong to the pool */
function readRequest({ context, services, provider }: ProviderCall) {
  const parameters = new URL(context.req.url).searchParams
  const get = (name: string): string | undefined => parameters.get(name) ?? undefined
  const clientId = provider.ProviderDetails?.['client_id'] ?? ''
  if (get('client_id') !== clientId) throw new PageError(`client_id must be ${clientId}`)
  const redirectUri = `${baseUrlOf(services.address, context.req.raw)}oauth2/idpresponse`
  if (get('redirect_uri') !== redirectUri) throw new PageError(`redirect_uri must be ${redirectUri}`)
  return {
    clientId,
    redirectUri,
    state: get('state'),
    nonce: get('nonce'),
    codeChallenge: get('code_challenge'),
    loginHint: get('login_hint'),
  }
}
