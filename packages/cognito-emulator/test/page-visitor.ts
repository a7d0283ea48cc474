import type { Emulator } from '../src/index.ts'

export const ORIGIN = 'http://localhost:9339'
export const CALLBACK = 'http://localhost:5173/callback'

/**
 * A browser without scripts. The browser stores cookies and can submit the forms of the last page. All origins share the
 * cookies, as all ports of localhost do.
 */
export type PageVisitor = {
  /** Opens a path of the emulator and follows redirects within the emulator. */
  open(path: string, init?: RequestInit): Promise<Response>
  /** Submits the last page's first form whose action starts with `action` and whose button has the label `button`. */
  submit(
    values: Record<string, string>,
    options?: { action?: string; button?: string; headers?: Record<string, string> },
  ): Promise<Response>
  /** HTML of the last page. */
  readonly html: string
  readonly cookies: Map<string, string>
}

/** @param origins origins to which the browser follows redirects. Other redirects lead to applications */
export function createPageVisitor({ fetch }: Pick<Emulator, 'fetch'>, origins: string[] = [ORIGIN]): PageVisitor {
  const cookies = new Map<string, string>()
  let html = ''
  let current = new URL(ORIGIN)

  async function open(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const url = new URL(path, current)
    const response = await fetch(new Request(url, { redirect: 'manual', ...init, headers }))
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line)
    const location = response.headers.get('location')
    if (location !== null) {
      const next = new URL(location, url)
      return origins.includes(next.origin) ? open(next.href) : response
    }
    current = url
    html = await response.clone().text()
    return response
  }
  return {
    open,
    submit(values, { action = '', button, headers = {} } = {}) {
      const form = formsOf(html).find(
        (candidate) => candidate.action.startsWith(action) && (button ?? candidate.button) === candidate.button,
      )
      if (!form) throw new Error(`The page has no form with action "${action}" and button "${button}": ${html}`)
      const body = new URLSearchParams({ ...form.fields, ...values }).toString()
      if (form.method === 'get') return open(`${form.action}?${body}`)
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      return open(form.action, { method: 'POST', headers: { ...type, origin: current.origin, ...headers }, body })
    },
    get html() {
      return html
    },
    cookies,
  }
}

/** Returns the parameters in a redirect to an application, from the query or the fragment. */
export function answerIn(response: Response): Record<string, string> {
  const location = response.headers.get('location')
  if (location === null) throw new Error(`Expected a redirect, but the response has status ${response.status}.`)
  const { search, hash } = new URL(location)
  return Object.fromEntries(new URLSearchParams(hash === '' ? search : hash.slice(1)))
}

/** Returns the path and query of an authorization request. */
export function authorizePath(parameters: Record<string, string> = {}): string {
  const all = { response_type: 'code', client_id: 'web', redirect_uri: CALLBACK, ...parameters }
  return `/oauth2/authorize?${new URLSearchParams(all)}`
}

/** Posts a form to an endpoint that returns JSON. */
export async function post(
  { fetch }: Pick<Emulator, 'fetch'>,
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Record<string, string> }> {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const init = { method: 'POST', headers: { ...type, ...headers }, body: new URLSearchParams(form).toString() }
  const response = await fetch(new Request(new URL(path, ORIGIN), init))
  const text = await response.text()
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, string>) }
}

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';')
  const [name = '', ...value] = pair.split('=')
  if (/max-age=0/i.test(line)) cookies.delete(name)
  else cookies.set(name, value.join('='))
}

type VisitedForm = { method: string; action: string; button: string; fields: Record<string, string> }

function formsOf(html: string): VisitedForm[] {
  return [...html.matchAll(/<form method="(get|post)" action="([^"]*)">(.*?)<\/form>/gs)].map(
    ([, method = '', action = '', inner = '']) => {
      const hidden = inner.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)
      const [, button = ''] = /<button type="submit">([^<]*)</.exec(inner) ?? []
      return {
        method,
        action: unescape(action),
        button: unescape(button),
        fields: Object.fromEntries([...hidden].map(([, name, value]) => [name, unescape(value ?? '')])),
      }
    },
  )
}

function unescape(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
