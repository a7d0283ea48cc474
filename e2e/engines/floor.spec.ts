import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

import { expect, test } from '../product.ts'
import { fillLogin } from '../student.ts'
import { builtInsOf, FLOOR, isOlder, ownNamesOf, stylesOf, youngerThan, type Since } from './floor.ts'

test.use({ serviceWorkers: 'allow' })

const APP = join(import.meta.dirname, '../../packages/quiz-app')

/** Built-ins that the built files use although the oldest supported browsers lack them, with the reason why each is allowed. */
const ALLOWED: Readonly<Record<string, string>> = {
  '.skipTransition': 'React checks for it before calling it',
  '.startViewTransition': 'React checks for it before calling it',
  'navigator.connection': 'React checks for it before reading it',
  'Error.captureStackTrace': 'zod checks for it before calling it',
  '.getTransports': 'the app checks for it before calling it for new passkeys; the service does not need it',
  '.isConditionalMediationAvailable':
    'it is checked before it is called, for passkeys in form fields, which the app does not use',
  'PublicKeyCredential.parseCreationOptionsFromJSON':
    'it is checked before it is called; otherwise the client parses the options itself',
  'PublicKeyCredential.parseRequestOptionsFromJSON':
    'it is checked before it is called; otherwise the client parses the options itself',
  '.createPolicy': 'the app checks for Trusted Types before calling it',
  '.yield': 'it is checked before it is called; a message or a timer replaces it',
  '.toHex': '@noble/hashes checks for it before calling it',
  'Uint8Array.fromHex': '@noble/hashes checks for it before calling it',
}

/** CSS features that only change the appearance. Browsers without these features show the page without the effect. */
const DECORATION: Readonly<Record<string, string>> = {
  'scrollbar-width': 'a scroll bar is visible below the chosen themes',
  'content-visibility': 'the whole list of themes is laid out',
  'contain-intrinsic-block-size': 'it is used only with content-visibility',
  'text-size-adjust': 'the prefixed property is set too',
  'mask-image': 'the prefixed property is set too',
  'scrollbar-gutter': 'the page shifts slightly when a scroll bar appears',
  'text-wrap': 'lines break less evenly',
  'forced-color-adjust': 'Safari has no forced colours',
}

/** The probes in floor.js, each with the name under which the probed feature appears in the built scripts. */
const PROBES: Readonly<Record<string, string>> = {
  "'at' in Array.prototype": '.at',
  "'showModal' in document.createElement('dialog')": '.showModal',
}

/** Features that the app uses if a browser has them, but does not need. */
const UNNEEDED: Readonly<Record<string, string>> = {
  '.getState': 'React checks for the Navigation API first',
  reportError: 'React checks for it before calling it',
  'Object.hasOwn': 'floor.js adds it',
}

const scripts = filesOf('.js')
const styles = filesOf('.css')
const ownNames = new Set(scripts.flatMap((script) => Array.from(ownNamesOf(script))))
const builtIns = new Map(scripts.flatMap((script) => Array.from(builtInsOf(script, ownNames))))

test('the built scripts use only features that the oldest supported browsers have, except built-ins that the scripts check for first', () => {
  const tooYoung = [...builtIns].filter(([, since]) => youngerThan(FLOOR, since).length > 0).map(([name]) => name)
  expect(tooYoung.filter((name) => !(name in ALLOWED))).toEqual([])
  expect(
    Object.keys(ALLOWED).filter((name) => !tooYoung.includes(name)),
    'no longer used',
  ).toEqual([])
})

test('the check of the scripts detects features that the oldest supported browsers lack', () => {
  for (const name of ['.at', 'indexedDB.open', 'BroadcastChannel', 'crypto.getRandomValues'])
    expect(builtIns.has(name)).toBe(true)
  const young =
    'Promise.withResolvers(); AbortSignal.any([]); list.toSorted(); crypto.randomUUID(); (/(?<=a)b/).test(c); class A { static { d() } }'
  const found = [...builtInsOf(young, new Set())].filter(([, since]) => youngerThan(FLOOR, since).length > 0)
  expect(found.map(([name]) => name)).toEqual([
    'Promise.withResolvers',
    'AbortSignal.any',
    '.toSorted',
    'look-behind',
    'static block',
  ])
})

test('the built styles use only features that the oldest supported browsers have, except features that only change the appearance', () => {
  const uses = styles.flatMap((style) => Array.from(stylesOf(style)))
  expect(uses.length).toBeGreaterThan(100)
  const young = uses
    .filter(([, since]) => youngerThan(FLOOR, since).length > 0)
    .map(([name]) => name.replace(/: .*/, ''))
  const tooYoung = [...new Set(young)]
  expect(tooYoung.filter((name) => !(name in DECORATION))).toEqual([])
  expect(
    Object.keys(DECORATION).filter((name) => !tooYoung.includes(name)),
    'no longer used',
  ).toEqual([])
})

test('every supported browser passes the probes in floor.js, and a browser that passes them has every feature that the app needs', () => {
  expect(probesOfTheFloorScript()).toEqual(Object.keys(PROBES))
  const probes = Object.values(PROBES).map(sinceOfUsed)
  for (const probe of probes) expect(youngerThan(FLOOR, probe)).toEqual([])
  const youngest = probes.reduce((one, other) => ({
    chrome: later(one.chrome, other.chrome),
    firefox: later(one.firefox, other.firefox),
    safari: later(one.safari, other.safari),
  }))
  expect(
    Object.keys(UNNEEDED).filter((name) => !builtIns.has(name)),
    'no longer used',
  ).toEqual([])
  const needed = [...builtIns].filter(([name]) => !(name in ALLOWED) && !(name in UNNEEDED))
  expect(needed.filter(([, since]) => youngerThan(youngest, since).length > 0).map(([name]) => name)).toEqual([])
})

test('floor.js and theme.js are ECMAScript 5, so that old browsers can run them', () => {
  for (const file of ['floor.js', 'theme.js']) {
    const script = readFileSync(join(APP, 'public', file), 'utf8')
    const print = (target: ts.ScriptTarget) => ts.transpileModule(script, { compilerOptions: { target } }).outputText
    expect(print(ts.ScriptTarget.ES5)).toBe(print(ts.ScriptTarget.ESNext))
  }
})

test('if the browser lacks `showModal`, the page says in Portuguese that the browser is too old', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal'))
  await page.goto('/')
  await expect(page.getByRole('alert')).toContainText('Este navegador é antigo demais')
})

test('the page does not report a browser as too old if it lacks only CSS features', async ({ page }) => {
  await page.addInitScript(() => (CSS.supports = () => false))
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Logar' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test.describe('with a script that no engine can read', () => {
  test.use({ expectedErrors: ["SyntaxError: Unexpected token '?'"] })

  test('an app that cannot start shows an error instead of a blank page', async ({ page }) => {
    await page.route('**/assets/index-*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'let a = ?' }),
    )
    await page.goto('/')
    await expect(page.getByRole('alert')).toContainText('Não foi possível abrir Revisa')
    await page.unroute('**/assets/index-*.js')
    await page.route('**/assets/index-*.js', (route) => route.abort())
    await page.reload()
    await expect(page.getByRole('link', { name: 'tente de novo' })).toBeVisible()
  })
})

test.describe('before the service worker has cached the app', () => {
  test.use({ serviceWorkers: 'block' })

  test('if a screen cannot be downloaded, the page shows a button that reloads it', async ({ page, account }) => {
    await page.route('**/assets/home-*.js', (route) => route.abort())
    await page.goto('/')
    await fillLogin(page, account)
    await expect(page.getByRole('button', { name: 'Recarregar' })).toBeVisible()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('without JavaScript, the page says in Portuguese that the app needs JavaScript', async ({ page }) => {
    await page.goto('/')
    await expect(page.locator('noscript p')).toContainText('Revisa precisa de JavaScript')
    await expect(page.locator('noscript p')).toBeVisible()
  })
})

function filesOf(extension: string): string[] {
  const folder = join(APP, 'dist')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(extension))
  if (names.length === 0) throw new Error('The app is not built. Build it with: npm run pnpm run build')
  return names.map((name) => readFileSync(join(folder, name), 'utf8'))
}

/** Returns the probes of floor.js, which are the operands of one condition. */
function probesOfTheFloorScript(): string[] {
  const script = readFileSync(join(APP, 'public/floor.js'), 'utf8')
  const probes = /return !\((.*)\)\n/.exec(script)?.[1] ?? ''
  return probes.split('&&').map((probe) => probe.trim())
}

/**
 * Returns the first version of each browser that has the feature with this name. @throws Error if the app does not use
 * the feature
 */
function sinceOfUsed(name: string): Since {
  const since = builtIns.get(name)
  if (!since) throw new Error(`The app does not use ${name}: remove its probe from floor.js.`)
  return since
}

function later(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return null
  return isOlder(one, other) ? other : one
}
