import type { Page } from '@playwright/test'

import { expect, test } from './product.ts'
import { openStats, signIn } from './student.ts'

const MARKUP = '<img src=x onerror="document.title=`run`"><script>document.title="run"</script>'

/** A bank whose texts try to run scripts in the page. */
const HOSTILE_BANK = ['q-1', 'q-2'].map((id) => ({
  id,
  question: `Pergunta ${MARKUP}`,
  alternatives: [`Certa ${MARKUP}`, 'javascript:alert(1)', 'Errada'],
  correct: 0,
  theme: id === 'q-1' ? 'Antes' : `Tema ${MARKUP}`,
  explanation: `Porque ${MARKUP}`,
}))

test('the app shows markup in the question bank as text, and scripts in the markup do not run', async ({
  page,
  account,
}) => {
  await page.route('**/api/questions', (route) => route.fulfill({ json: HOSTILE_BANK }))
  await signIn(page, account)
  await page.getByRole('combobox').first().click()
  await page.getByRole('option', { name: `Tema ${MARKUP}`, exact: true }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Aleatória' }).click()
  await expect(page.getByText(`Pergunta ${MARKUP}`, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Certa' }).click()
  await expect(page.getByText(`Porque ${MARKUP}`)).toBeVisible()
  await openStats(page)
  await expect(page.getByRole('button', { name: `Tema ${MARKUP}: 100%` })).toBeVisible()
  expect(await page.locator('main script, main img').count()).toBe(0)
  expect(await page.title()).not.toContain('run')
})

/** Ways in which an attacker who can inject text could try to run the text as a script. */
const ATTEMPTS: Record<string, () => unknown> = {
  'markup as HTML': () => (document.body.innerHTML = '<b>a</b>'),
  'markup behind an element': () => document.body.insertAdjacentHTML('beforeend', '<b>a</b>'),
  'markup written': () => document.write('<b>a</b>'),
  'a document of a text': () => (document.createElement('iframe').srcdoc = '<b>a</b>'),
  'an address of a script': () => (document.createElement('script').src = '/assets/a.js'),
  'a text of a script': () => (document.createElement('script').text = 'document.title = "run"'),
  'a worker of another address': () => new Worker('/assets/a.js'),
  'another policy': () => {
    const { trustedTypes } = globalThis as unknown as {
      trustedTypes: { createPolicy(name: string, rules: object): void }
    }
    trustedTypes.createPolicy('mine', { createHTML: (text: string) => text })
  },
  'a second policy of the known name': () => {
    const { trustedTypes } = globalThis as unknown as {
      trustedTypes: { createPolicy(name: string, rules: object): void }
    }
    trustedTypes.createPolicy('service-worker', { createScriptURL: (text: string) => text })
  },
}

test('the Content-Security-Policy blocks scripts that are created from text, and requests to addresses that it does not list', async ({
  browser,
  product,
}) => {
  // The fixture's context is not used, because it fails the test if the browser reports a violation of the policy.
  const context = await browser.newContext({ baseURL: product.url, serviceWorkers: 'allow' })
  const page = await context.newPage()
  await page.goto('/login')
  await expect(page.getByLabel('Senha')).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null))

  for (const [what, attempt] of Object.entries(ATTEMPTS)) {
    await expect(page.evaluate(attempt), what).rejects.toThrow(/TrustedTypes?|TrustedHTML|TrustedScript|[Pp]olicy/)
  }
  expect(await forbiddenBy(page)).toEqual([
    'base-uri',
    'connect-src',
    'form-action',
    'frame-src',
    'img-src',
    'require-trusted-types-for',
    'style-src-attr',
    'style-src-elem',
  ])
  expect(await page.title()).not.toContain('run')
  await context.close()
})

/** Injects elements, sends a request and calls eval. Returns the directives of the policy that block these attempts. */
async function forbiddenBy(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const violated = new Set<string>()
    const lastViolation = new Promise<void>((done) => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        violated.add(effectiveDirective)
        if (effectiveDirective === 'form-action') done()
      })
    })
    const add = (name: string, attributes: Record<string, string>) => {
      const element = document.createElement(name)
      for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
      return document.body.appendChild(element)
    }
    add('img', { src: 'https://tracker.example/a.png' })
    add('img', { src: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' })
    add('link', { rel: 'stylesheet', href: 'https://tracker.example/a.css' })
    add('p', { style: 'background: url(https://tracker.example/)' })
    add('base', { href: 'https://evil.example/' })
    add('iframe', { src: 'https://evil.example/' })
    add('script', {}).append('document.title = "run"')
    ;(add('form', { action: 'https://evil.example/' }) as HTMLFormElement).submit()
    await fetch('https://evil.example/').catch(() => null)
    // The policy does not restrict the code that the test evaluates in the page, so a timer calls eval outside that code.
    // oxlint-disable-next-line no-eval -- the policy must block it
    setTimeout(() => globalThis.eval('document.title = "run"'))
    await lastViolation // a form is submitted asynchronously
    return [...violated].sort()
  })
}
