import type { ProviderUser } from '../options/identity-provider-options.ts'
import type { Form, Page } from '../oauth/page.ts'

/** Default values of the form's fields. */
const EXAMPLE = { sub: 'ana', email: 'ana@example.com', name: 'Ana' }
const FIELDS: ReadonlySet<string> = new Set(['sub', 'email', 'name', 'claims'])

/** Returns the page on which a person selects the response of a test provider. The page is always in English. */
export function providerPage(
  name: string,
  action: string,
  {
    users = [],
    error,
    loginHint = EXAMPLE.sub,
  }: { users?: ProviderUser[] | undefined; error?: string | undefined; loginHint?: string | undefined },
): Page {
  const button = (submit: string, hidden: Record<string, string>): Form => ({ action, submit, hidden })
  return {
    title: `Test provider ${name}`,
    lead: 'Choose who signs in.',
    error,
    form: {
      action,
      submit: 'Continue with these claims',
      fields: [
        { name: 'sub', label: 'Subject', value: loginHint },
        { name: 'email', label: 'E-mail address', value: EXAMPLE.email, isOptional: true },
        { name: 'name', label: 'Name', value: EXAMPLE.name, isOptional: true },
        {
          name: 'claims',
          label: 'Other claims',
          hint: 'A JSON object, for example {"locale":"pt-BR"}',
          isOptional: true,
        },
      ],
    },
    buttons: [
      ...users.map(({ sub, ...claims }) => button(`Continue as ${sub}`, { sub, claims: JSON.stringify(claims) })),
      button('Cancel', { answer: 'cancelled' }),
      button('Fail', { answer: 'server-error' }),
    ],
  }
}

/** Reads the claims from the form. Returns undefined if the subject is missing, or if the other claims are not a JSON object. */
export function readClaims(form: URLSearchParams): ProviderUser | undefined {
  const { sub, email, name, claims: others } = Object.fromEntries([...form].filter(([field]) => FIELDS.has(field)))
  const parsed = parseObject(others || '{}')
  if (!sub || !parsed) return undefined
  return { ...(email && { email, email_verified: true }), ...(name && { name }), ...parsed, sub }
}

function parseObject(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
