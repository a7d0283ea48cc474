// Installs the examples with the packed client, starts them, and uses them in a real browser with their user pools.
// Arguments select examples: `node --conditions=@cognito-srp/source scripts/long-tests/examples.long.ts next`, after
// `pnpm run build`.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchChromium } from '@cognito-srp/testing/chromium'
import { pack } from '@cognito-srp/testing/pack'
import { installExamples } from '../examples/install.ts'
import * as hostedJourneys from '../examples/hosted-journeys.ts'
import * as journeys from '../examples/journeys.ts'
import { runScript } from '../examples/program.ts'
import { openStage, type PoolChoice, type Stage, type StageOptions } from '../examples/stage.ts'

const { answerWithAuthenticator, answerWithText, chooseNewPassword, setUpAuthenticator } = journeys
const { refuseWrongPassword, signInBySrp, keepOverReload, renewAtExpiry, renewInParallel } = journeys
const { signOutForGood, endCookies, restoreFromCookies, keepTokensInPage, keepTokensFromPage } = journeys

const { cancelAtProvider, signInAtProvider, signInByRedirect, signInInPopup } = hostedJourneys
const { signOutOfPages, keepTokensOnServer } = hostedJourneys

const EXAMPLES = {
  'react-page': tryReactPage,
  'react-server-sessions': tryServerSessions,
  next: tryNext,
  'hosted-login': tryHostedLogin,
}

const challenges = [answerWithText, answerWithAuthenticator, chooseNewPassword]

type Step = (stage: Stage) => Promise<void>
type Trial = Omit<StageOptions, 'example'> & { steps: readonly Step[] }

const chosen = process.argv.slice(2)
const names = Object.keys(EXAMPLES).filter(
  (name) => chosen.length === 0 || chosen.some((part) => name.includes(part)),
) as (keyof typeof EXAMPLES)[]

const folder = await mkdtemp(join(tmpdir(), 'examples-'))
const browser = await launchChromium()
const startMs = performance.now()
let passed = 0
try {
  await installExamples(Object.keys(EXAMPLES), await pack(folder), folder)
  say('installed')
  for (const name of names) await EXAMPLES[name]()
} finally {
  await browser.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
}
process.exitCode = passed > 0 ? 0 : 1

async function tryReactPage(): Promise<void> {
  const name = 'react-page'
  await runScript(placeOf(name), 'typecheck', {})
  const build = (env: PoolChoice) => runScript(placeOf(name), 'build', env)
  await tryOut(name, {
    script: 'serve',
    build,
    steps: [
      refuseWrongPassword,
      ...challenges,
      signInBySrp,
      keepOverReload,
      renewAtExpiry,
      keepTokensInPage,
      signOutForGood,
    ],
  })
  await tryOut(name, { script: 'serve', build, poolNumber: 2, steps: [setUpAuthenticator] })
}

async function tryServerSessions(): Promise<void> {
  const name = 'react-server-sessions'
  await runScript(placeOf(name), 'typecheck', {})
  const build = (env: PoolChoice) => runScript(placeOf(name), 'build', env)
  const parallel: Step = (stage) => renewInParallel(stage, '/api/me')
  const end: Step = (stage) => endCookies(stage, '/api/me')
  const session = [signInBySrp, keepOverReload, renewAtExpiry, parallel, restoreFromCookies, keepTokensFromPage, end]
  await tryOut(name, { script: 'serve', build, steps: [refuseWrongPassword, ...challenges, ...session] })
  await tryOut(name, { script: 'serve:express', steps: [refuseWrongPassword, ...session] })
  await tryOut(name, { script: 'serve', build, poolNumber: 2, steps: [setUpAuthenticator] })
}

async function tryNext(): Promise<void> {
  const name = 'next'
  await runScript(placeOf(name), 'build', {}) // also checks the types; does not need a pool
  const parallel: Step = (stage) => renewInParallel(stage, '/')
  const end: Step = (stage) => endCookies(stage, '/')
  const session = [signInBySrp, keepOverReload, renewAtExpiry, parallel, restoreFromCookies, keepTokensFromPage, end]
  await tryOut(name, {
    script: 'serve',
    steps: [refuseWrongPassword, ...challenges, ...session],
  })
  await tryOut(name, { script: 'serve', poolNumber: 2, steps: [setUpAuthenticator] })
}

async function tryHostedLogin(): Promise<void> {
  const name = 'hosted-login'
  await runScript(placeOf(name), 'typecheck', {})
  const build = (env: PoolChoice) => runScript(placeOf(name), 'build', env)
  const session = [cancelAtProvider, signInAtProvider, signOutOfPages, signInByRedirect]
  await tryOut(name, {
    script: 'serve',
    build,
    isHosted: true,
    steps: [...session, keepOverReload, signOutOfPages, signInInPopup, signOutOfPages],
  })
  await tryOut(name, { script: 'serve:hono', isHosted: true, steps: [...session, keepTokensOnServer, signOutOfPages] })
}

async function tryOut(name: string, { steps, ...options }: Trial): Promise<void> {
  const stage = await openStage(browser, { example: placeOf(name), ...options })
  say(`${name}, ${options.script}: started`)
  try {
    for (const step of steps) {
      await step(stage)
      passed += 1
      say(`${name}, ${options.script}: ${step.name}`)
    }
  } finally {
    await stage.close()
  }
}

function placeOf(name: string): string {
  return join(folder, 'examples', name)
}

function say(what: string): void {
  console.log(`${((performance.now() - startMs) / 1000).toFixed(0).padStart(4)} s  ${what}`)
}
