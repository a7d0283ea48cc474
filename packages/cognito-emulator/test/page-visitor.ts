import type { Emulator } from '../src/index.ts'

export const ORIGIN = 'http://localhost:9339'
export const CALLBACK = 'http://localhost:5173/callback'

/** A browser without scripts: it keeps cookies, and fills in the form of the page it was shown last. */
export type PageVisitor = {
  /** Opens an address of the emulator and follows its redirects as long as they stay there. */
  open(path: string, init?: RequestInit): Promise<Response>
  /** Sends the form of the last page, or the one whose action starts so, from that page. */
  submit(
    values: Record<string, string>,
    options?: { action?: string; headers?: Record<string, string> },
  ): Promise<Response>
  /** HTML of the last page. */
  readonly html: string
  readonly cookies: Map<string, string>
}

export function createPageVisitor({ fetch }: Pick<Emulator, 'fetch'>): PageVisitor {
  const cookies = new Map<string, string>()
  let html = ''

  async function open(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(new Request(new URL(path, ORIGIN), { ...init, headers }))
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line)
    const location = response.headers.get('location')
    if (location?.startsWith('/')) return open(location)
    if (location === null) html = await response.clone().text()
    return response
  }
  return {
    open,
    submit(values, { action = '', headers = {} } = {}) {
      const form = formsOf(html).find((candidate) => candidate.action.startsWith(action))
      if (!form) throw new Error(`The page has no form to ${action}: ${html}`)
      const body = new URLSearchParams({ ...form.fields, ...values }).toString()
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      return open(form.action, { method: 'POST', headers: { ...type, origin: ORIGIN, ...headers }, body })
    },
    get html() {
      return html
    },
    cookies,
  }
}

/** The parameters that an application finds at its callback, or the fragment's. */
export function answerIn(response: Response): Record<string, string> {
  const location = response.headers.get('location')
  if (location === null) throw new Error(`No redirect but status ${response.status}`)
  const { search, hash } = new URL(location)
  return Object.fromEntries(new URLSearchParams(hash === '' ? search : hash.slice(1)))
}

/** The address that an application sends people to. */
export function authorizePath(parameters: Record<string, string> = {}): string {
  const all = { response_type: 'code', client_id: 'web', redirect_uri: CALLBACK, ...parameters }
  return `/oauth2/authorize?${new URLSearchParams(all)}`
}

/** Calls an endpoint for programs with a form. */
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

function formsOf(html: string): { action: string; fields: Record<string, string> }[] {
  return [...html.matchAll(/<form method="post" action="([^"]*)">(.*?)<\/form>/gs)].map(
    ([, action = '', inner = '']) => {
      const hidden = inner.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)
      return {
        action: unescape(action),
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
