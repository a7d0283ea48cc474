import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

import { textsOf, type Language } from './page-texts.ts'

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/** A field of a form. */
export type Field = {
  name: string
  label: string
  type?: 'text' | 'password' | 'email' | 'tel'
  value?: string
  autocomplete?: string
  /** Whether the field is for a code, so that phones show the numeric keyboard. */
  isCode?: boolean
  hint?: string
  isOptional?: boolean
}

/** An option of a choice. */
export type Choice = { value: string; label: string }

/** A form. Fields and choices contain the user's answer, and `hidden` contains values for the server. */
export type Form = {
  /** Default: `post`. A form that uses `get` has no CSRF token. */
  method?: 'get'
  action: string
  submit: string
  fields?: Field[]
  choices?: { name: string; label: string; options: Choice[] }
  hidden?: Record<string, string>
}

/** A page. */
export type Page = {
  title: string
  lead?: string
  /** Reason why the last submitted form was rejected. */
  error?: string | undefined
  /** Result of the last submitted form. */
  notice?: string | undefined
  /** A value that the user has to copy, such as a secret. */
  copyable?: { label: string; value: string }
  form?: Form
  /** Forms with a single button. */
  buttons?: Form[]
  links?: { href: string; label: string }[]
}

const STYLE = `
:root{color-scheme:light dark;--paper:#fff;--desk:#f1f3f6;--ink:#16202e;--soft:#55606f;--line:#77828f;--accent:#0b57b7;--on-accent:#fff;--bad:#a3131b;--bad-paper:#fdecec;--good:#0d5d33;--good-paper:#e6f5ec}
@media (prefers-color-scheme:dark){:root{--paper:#1a212b;--desk:#10151c;--ink:#e9edf3;--soft:#a9b4c2;--line:#7d8998;--accent:#7db4ff;--on-accent:#0b1726;--bad:#ffb4ae;--bad-paper:#3b1a1c;--good:#9fe0b8;--good-paper:#15301f}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem 1rem;background:var(--desk);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{width:100%;max-width:26rem;padding:2rem;background:var(--paper);border:1px solid color-mix(in srgb,var(--line) 35%,transparent);border-radius:.75rem}
h1{margin:0 0 1rem;font-size:1.5rem;line-height:1.25}
p{margin:0 0 1rem;overflow-wrap:anywhere}
.lead,.hint,footer{color:var(--soft)}
.lead{margin-top:-.5rem}
.hint{margin:.25rem 0 0;font-size:.875rem}
.error,.notice{padding:.75rem 1rem;border-radius:.5rem}
.error{background:var(--bad-paper);color:var(--bad)}
.notice{background:var(--good-paper);color:var(--good)}
label,legend{display:block;margin:0 0 .25rem;padding:0;font-weight:600}
.field,fieldset{margin:0 0 1rem;padding:0;border:0;min-width:0}
.field input{width:100%;min-height:2.75rem;padding:.5rem .75rem;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--line);border-radius:.5rem}
.choice{display:flex;gap:.75rem;align-items:center;min-height:2.75rem;font-weight:400}
.choice input{width:1.25rem;height:1.25rem;margin:0;accent-color:var(--accent)}
button{width:100%;min-height:2.75rem;padding:.5rem 1rem;font:inherit;font-weight:600;color:var(--on-accent);background:var(--accent);border:1px solid var(--accent);border-radius:.5rem;cursor:pointer}
form+form{margin-top:.75rem}
form+form button{color:var(--accent);background:transparent}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
a{color:var(--accent)}
nav ul{list-style:none;margin:1rem 0 0;padding:0}
nav a{display:inline-block;padding:.5rem 0}
code{display:block;padding:.75rem;background:var(--desk);border-radius:.5rem;font:1rem/1.5 ui-monospace,monospace;overflow-wrap:anywhere;user-select:all}
footer{margin:1.5rem 0 0;font-size:.875rem}
@media (max-width:30rem){main{padding:1.5rem 1.25rem}}
`

/**
 * Forbids scripts, images, content from other sites, and frames. The policy does not restrict `form-action`, because
 * some browsers apply `form-action` to every redirect after a form, and applications can redirect anywhere.
 */
const contentSecurityPolicy = (): string =>
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`

/**
 * Returns the headers of every page. With the referrer policy `same-origin`, forms send their origin to the emulator, and other
 * sites get no referrer.
 */
export function pageHeaders(language: Language): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-language': language,
    'content-security-policy': contentSecurityPolicy(),
    'content-type': 'text/html; charset=utf-8',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  }
}

/** Renders a page as HTML. Values from outside are escaped. */
export function renderPage(page: Page, language: Language, csrfToken: string): Html {
  const { title, lead, error, notice, copyable, form, buttons = [], links = [] } = page
  const { footer, errors } = textsOf(language)
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${raw(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${lead === undefined ? '' : html`<p class="lead">${lead}</p>`}
          ${notice === undefined ? '' : html`<p class="notice" role="status">${notice}</p>`}
          ${error === undefined ? '' : html`<p class="error" role="alert" id="error">${errors.get(error) ?? error}</p>`}
          ${
            copyable
              ? html`<p>${copyable.label}</p>
                  <p><code>${copyable.value}</code></p>`
              : ''
          }
          ${form ? renderForm(form, csrfToken, error !== undefined) : ''}
          ${buttons.map((button) => renderForm(button, csrfToken, false))}
          ${
            links.length > 0
              ? html`<nav>
                  <ul>
                    ${links.map(({ href, label }) => html`<li><a href="${href}">${label}</a></li>`)}
                  </ul>
                </nav>`
              : ''
          }
          <footer>${footer}</footer>
        </main>
      </body>
    </html>`
}

function renderForm(
  { method, action, submit, fields = [], choices, hidden = {} }: Form,
  csrfToken: string,
  isWrong: boolean,
): Html {
  const kept = Object.entries({ ...(method !== 'get' && { _csrf: csrfToken }), ...hidden })
  return html`<form method="${method ?? 'post'}" action="${action}">
    ${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    ${choices ? renderChoices(choices) : ''}
    ${fields.map((field, index) => renderField(field, { isFirst: index === 0, isWrong }))}
    <button type="submit">${submit}</button>
  </form>`
}

function renderField(field: Field, { isFirst, isWrong }: { isFirst: boolean; isWrong: boolean }): Html {
  const {
    name,
    label,
    type = 'text',
    value = '',
    autocomplete = 'off',
    isCode = false,
    isOptional = false,
    hint,
  } = field
  const notes = [...(hint === undefined ? [] : [`${name}-hint`]), ...(isWrong ? ['error'] : [])].join(' ')
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      value="${value}"
      autocomplete="${autocomplete}"
      autocapitalize="none"
      spellcheck="false"
      ${isOptional ? '' : html`required`}
      ${isCode ? html`inputmode="numeric"` : ''}
      ${isFirst ? html`autofocus` : ''}
      ${isWrong ? html`aria-invalid="true"` : ''}
      ${notes === '' ? '' : html`aria-describedby="${notes}"`}
    />
    ${hint === undefined ? '' : html`<p class="hint" id="${name}-hint">${hint}</p>`}
  </div>`
}

function renderChoices({ name, label, options }: NonNullable<Form['choices']>): Html {
  return html`<fieldset>
    <legend>${label}</legend>
    ${options.map(
      (option, index) =>
        html`<label class="choice">
          <input type="radio" name="${name}" value="${option.value}" required ${index === 0 ? html`checked` : ''} />
          ${option.label}
        </label>`,
    )}
  </fieldset>`
}
