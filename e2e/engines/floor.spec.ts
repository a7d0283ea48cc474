import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

import { expect, test } from '../product.ts'
import { fillLogin } from '../student.ts'
import { builtInsOf, FLOOR, isOlder, ownNamesOf, stylesOf, youngerThan, type Since } from './floor.ts'

test.use({ serviceWorkers: 'allow' })

const APP = join(import.meta.dirname, '../../packages/quiz-app')

/** What is younger than the floor in the built files, and why it may be there. */
const ALLOWED: Readonly<Record<string, string>> = {
  '.skipTransition': 'of React, asked for before it is called',
  '.startViewTransition': 'of React, asked for before it is called',
  'navigator.connection': 'of React, asked for before it is read',
  'Error.captureStackTrace': 'of zod, asked for before it is called',
  '.getTransports': 'of new passkeys, asked for before it is called; the service does without',
  '.isConditionalMediationAvailable': 'of passkeys in fields, asked for before it is called; the app has none there',
  'PublicKeyCredential.parseCreationOptionsFromJSON': 'asked for before it is called; the client reads options itself',
  'PublicKeyCredential.parseRequestOptionsFromJSON': 'asked for before it is called; the client reads options itself',
  '.createPolicy': 'of Trusted Types, asked for before it is called',
  '.yield': 'of scheduler, asked for before it is called; a message or a timer does without',
  '.toHex': 'of @noble/hashes, asked for before it is called',
  'Uint8Array.fromHex': 'of @noble/hashes, asked for before it is called',
}

/** What only changes the looks: a browser that does not know it shows the page without. */
const DECORATION: Readonly<Record<string, string>> = {
  'scrollbar-width': 'a scroll bar shows below the chosen themes',
  'content-visibility': 'a long list of themes is laid out whole',
  'contain-intrinsic-block-size': 'goes with content-visibility',
  'text-size-adjust': 'has its prefix beside it',
  'mask-image': 'has its prefix beside it',
  'scrollbar-gutter': 'the page moves a little when a scroll bar comes',
  'text-wrap': 'lines break less evenly',
  'forced-color-adjust': 'Safari has no forced colours',
}

/** The probes of floor.js, each with the name of what it asks for in the built scripts. */
const PROBES: Readonly<Record<string, string>> = {
  "'at' in Array.prototype": '.at',
  "'showModal' in document.createElement('dialog')": '.showModal',
}

/** What supported browsers have and the app can do without. */
const UNNEEDED: Readonly<Record<string, string>> = {
  '.getState': 'of the Navigation API: React asks for the API first',
  reportError: 'of React, asked for before it is called',
  'Object.hasOwn': 'floor.js adds it',
}

const scripts = filesOf('.js')
const styles = filesOf('.css')
const ownNames = new Set(scripts.flatMap((script) => Array.from(ownNamesOf(script))))
const builtIns = new Map(scripts.flatMap((script) => Array.from(builtInsOf(script, ownNames))))

test('the built scripts use nothing that the oldest supported browsers lack', () => {
  const tooYoung = [...builtIns].filter(([, since]) => youngerThan(FLOOR, since).length > 0).map(([name]) => name)
  expect(tooYoung.filter((name) => !(name in ALLOWED))).toEqual([])
  expect(
    Object.keys(ALLOWED).filter((name) => !tooYoung.includes(name)),
    'no longer used',
  ).toEqual([])
})

test('this test sees what it judges', () => {
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

test('the built styles use nothing that the oldest supported browsers lack, but for decoration', () => {
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

test('a browser that passes the probes of floor.js has all that the app needs, and every supported browser passes them', () => {
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

test('floor.js and theme.js are ECMAScript 5, which any browser can read', () => {
  for (const file of ['floor.js', 'theme.js']) {
    const script = readFileSync(join(APP, 'public', file), 'utf8')
    const print = (target: ts.ScriptTarget) => ts.transpileModule(script, { compilerOptions: { target } }).outputText
    expect(print(ts.ScriptTarget.ES5)).toBe(print(ts.ScriptTarget.ESNext))
  }
})

test('a browser below the floor is told so in Portuguese', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal'))
  await page.goto('/')
  await expect(page.getByRole('alert')).toContainText('Este navegador é antigo demais')
})

test('a browser with everything that the app needs shows no such message, whichever styles it knows', async ({
  page,
}) => {
  await page.addInitScript(() => (CSS.supports = () => false))
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Logar' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test.describe('with a script that no engine can read', () => {
  test.use({ expectedErrors: ["SyntaxError: Unexpected token '?'"] })

  test('an app that cannot start says so instead of leaving the page blank', async ({ page }) => {
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

test.describe('before the service worker keeps the app', () => {
  test.use({ serviceWorkers: 'block' })

  test('a screen that cannot be downloaded says so with a way on', async ({ page, account }) => {
    await page.route('**/assets/home-*.js', (route) => route.abort())
    await page.goto('/')
    await fillLogin(page, account)
    await expect(page.getByRole('button', { name: 'Recarregar' })).toBeVisible()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page asks for it in Portuguese', async ({ page }) => {
    await page.goto('/')
    await expect(page.locator('noscript p')).toContainText('Revisa precisa de JavaScript')
    await expect(page.locator('noscript p')).toBeVisible()
  })
})

function filesOf(extension: string): string[] {
  const folder = join(APP, 'dist')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(extension))
  if (names.length === 0) throw new Error('The app is not built. Run: npm run pnpm run build')
  return names.map((name) => readFileSync(join(folder, name), 'utf8'))
}

/** What floor.js asks for, one probe a line. */
function probesOfTheFloorScript(): string[] {
  const script = readFileSync(join(APP, 'public/floor.js'), 'utf8')
  const probes = /return !\((.*)\)\n/.exec(script)?.[1] ?? ''
  return probes.split('&&').map((probe) => probe.trim())
}

/** Since when browsers have something that the app uses. */
function sinceOfUsed(name: string): Since {
  const since = builtIns.get(name)
  if (!since) throw new Error(`The app does not use ${name}: floor.js must not ask for it.`)
  return since
}

function later(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return null
  return isOlder(one, other) ? other : one
}
