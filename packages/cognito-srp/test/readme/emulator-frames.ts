import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { validateWorkflow } from '@action-validator/core'
import { startEmulator, type EmulatorOptions } from '@cognito-srp/emulator'
import { connectEmulator, fixtures } from '@cognito-srp/emulator/playwright'
import { expect, onTestFinished } from 'vitest'

import type { Snippet } from '../../../../test/snippets.ts'
import { parseCommandLine, type ConformCommand } from '../../../cognito-emulator/src/tools/command-line.ts'
import { runConform } from '../../../cognito-emulator/src/tools/conform/run.ts'
import { createCognitoClient, forgotPassword } from '../../src/index.ts'
import type { ReadmeFrame } from './readme-frame.ts'

const EMULATOR = resolve(import.meta.dirname, '../../../cognito-emulator')
const CLI = resolve(EMULATOR, 'src/tools/cli.ts')
const AWS_SDK = '@aws-sdk/client-cognito-identity-provider'

/** User pool for the code blocks in the emulator's documentation. The pool contains a user who can receive codes. */
const POOL: EmulatorOptions = {
  userPools: [
    {
      id: 'local_Pool1',
      clients: [{ id: 'web' }],
      users: [{ username: 'ana', attributes: { phone_number: '+5511987654321' } }],
    },
  ],
}

function sendCode(endpoint: string): Promise<unknown> {
  const client = createCognitoClient({ endpoint, userPoolId: 'local_Pool1', clientId: 'web' })
  return forgotPassword(client, { username: 'ana' })
}

type WebServer = { command: string; url: string }
type Work = (fixtures: object) => Promise<void>
const playwright: { webServer?: readonly WebServer[]; use?: object; work?: Work } = {}

/** Stub of Playwright for running code blocks without a browser. The code blocks compile with Playwright's own types. */
const PLAYWRIGHT = {
  defineConfig: ({ webServer }: { webServer: readonly WebServer[] }) => void (playwright.webServer = webServer),
  test: {
    extend: () =>
      Object.assign((_title: string, work: Work) => void (playwright.work = work), {
        use: (options: object) => void (playwright.use = options),
      }),
  },
}

export const EMULATOR_FRAMES: Record<string, ReadmeFrame> = {
  'Quick start': {
    folder: EMULATOR,
    modules: { [AWS_SDK]: createRequire(resolve(EMULATOR, 'package.json'))(AWS_SDK) as unknown },
    after: 'await runTests()',
  },
  'Use Vitest, Jest or node:test': { after: 'await runTests()' },
  Triggers: { after: 'await runTests()' },
  'Authentication levels': {
    after: `
      expect(AvailableChallenges).toEqual(['PASSWORD', 'PASSWORD_SRP'])
      await emulator.close()`,
  },
  'OAuth 2.0': {
    after: `
      if (!String(signInAt).startsWith(emulator.url) || String(accessToken).split('.').length !== 3) throw new Error('no token')
      await emulator.close()
    `,
  },
  'Identity providers': {
    after: `
      const callback = 'http://localhost:5173/callback'
      const query = { response_type: 'code', client_id: 'web', redirect_uri: callback, identity_provider: 'School' }
      const address = emulator.url + 'oauth2/authorize?' + new URLSearchParams(query)
      const { headers } = await fetch(address, { redirect: 'manual' })
      const page = emulator.url + 'test-provider/local_Pool1/School/authorize?'
      if (!String(headers.get('location')).startsWith(page)) throw new Error('no provider')
      await emulator.close()
    `,
  },
  'Run the deployed pool 2': {
    modules: { '@cognito-srp/emulator': { startEmulator: startDeployed } },
    after: `
      const shown = await fetch(emulator.url + 'us-east-1_a1B2c3D4e/.well-known/jwks.json')
      if (!shown.ok) throw new Error('no pool')
      await emulator.close()
    `,
  },
  'Use Playwright': {
    folder: EMULATOR,
    modules: { '@playwright/test': PLAYWRIGHT },
    check() {
      const { command = '', url = '' } = playwright.webServer?.[0] ?? {}
      const [program, ...argv] = command.split(' ')
      expect(program).toBe('cognito-emulator')
      const { port, pathname } = new URL(url)
      expect(parseCommandLine(argv)).toMatchObject({ kind: 'start', port: Number(port), config: 'pool.json' })
      expect(pathname).toBe('/health')
    },
  },
  'Use Playwright 2': {
    folder: EMULATOR,
    modules: { '@playwright/test': PLAYWRIGHT, '@cognito-srp/emulator/playwright': { fixtures } },
    async check() {
      const running = await startEmulator(POOL)
      const emulator = connectEmulator({ url: running.url })
      const typed: string[] = []
      const page = { getByLabel: (label: string) => ({ fill: async (text: string) => typed.push(label, text) }) }
      await Promise.all([playwright.work?.({ page, emulator }), sendCode(running.url)])
      expect(playwright.use).toEqual({ signedInAs: 'ana' })
      expect(typed).toEqual(['Code', running.outbox[0]?.code])
      await running.close()
    },
  },
}

/** Functions that check the code blocks that are not programs, for example shell commands. */
export const COMMANDS: Record<string, (code: string, blocks: readonly Snippet[]) => Promise<void>> = {
  // An installation would need a package registry, so this check only compares the `npm install` command with the expected text.
  '@cognito-srp/emulator': async (code) => expect(code).toBe('npm install --save-dev @cognito-srp/emulator\n'),

  'Run in CI without Docker': async (code) => {
    expect(validateWorkflow(code)).toMatchObject({ errors: [] })
    const [, argv = ''] = /npx --no -- cognito-emulator (.*) > emulator\.log &/.exec(code) ?? []
    expect(parseCommandLine(argv.split(' '))).toMatchObject({
      kind: 'start',
      port: 9339,
      config: 'pool.json',
      log: true,
    })
    const emulator = await startEmulator(POOL)
    const [, path = ''] = /http:\/\/127\.0\.0\.1:9339\/(\w+)/.exec(code) ?? []
    expect((await fetch(emulator.url + path)).status).toBe(200)
    await emulator.close()
  },

  'Run the command': async (code) => {
    const emulator = await startEmulator(JSON.parse(code) as EmulatorOptions)
    await sendCode(emulator.url)
    await emulator.close()
  },

  'Run the command 2': async (code, blocks) => {
    const [command = '', ...output] = code.trim().split('\n')
    const configuration = blocks.find(({ language }) => language === 'json')?.code ?? ''
    expect(command).toMatch(/^\$ cognito-emulator --port 9339 /)
    const argv = command.replace('$ cognito-emulator --port 9339', '--port 0').split(' ')
    expect(await outputOfCli(argv, configuration, output.length)).toEqual(output.map((line) => withoutNumbers(line)))
  },

  // The AWS CLI is not an npm package, so this check sends the request that the command's flags describe.
  'Run the command 3': async (code) => {
    const flags = new Map([...code.matchAll(/--([\w-]+) '?([^\s']+)/g)].map(([, name, value]) => [name, value]))
    const emulator = await startEmulator(POOL)
    const answer = await fetch(emulator.url, {
      method: 'POST',
      headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.AdminCreateUser' },
      body: JSON.stringify({
        UserPoolId: flags.get('user-pool-id'),
        Username: flags.get('username'),
        TemporaryPassword: flags.get('temporary-password'),
      }),
    })
    expect(await answer.json()).toMatchObject({ User: { Username: 'bia', UserStatus: 'FORCE_CHANGE_PASSWORD' } })
    await emulator.close()
  },

  'Run the deployed pool': async (code) => {
    const [synthesise, serve = ''] = code.trim().split('\n')
    expect(synthesise).toBe('cdk synth')
    const command = parseCommandLine(serve.replace('cognito-emulator ', '').split(' '))
    expect(command).toMatchObject({ kind: 'start', template: 'cdk.out/Auth.template.json' })
  },

  'Check an endpoint with `cognito-emulator conform`': async (code) => {
    const [command = '', ...output] = code.trim().split('\n')
    const { kind, ...options } = parseCommandLine(
      command.replace('$ cognito-emulator ', '').split(' '),
    ) as ConformCommand
    expect(kind).toBe('conform')
    const emulator = await startEmulator(POOL)
    const printed: string[] = []
    expect(await runConform({ ...options, url: emulator.url }, (lines) => void printed.push(lines))).toBe(0)
    expect(printed.join('\n').replace(emulator.url, options.url).split('\n')).toEqual(output)
    await emulator.close()
  },

  'Verify tokens offline': async (code) => {
    const [, address = '', module = ''] =
      /^COGNITO_EMULATOR_URL=(\S+) node --import (\S+) server\.js\n$/.exec(code) ?? []
    const register = import.meta.resolve(module)
    const keys = 'https://cognito-idp.local.amazonaws.com/local_Pool1/.well-known/jwks.json'
    const program = `fetch('${keys}').then(async (answer) => console.log((await answer.json()).keys.length))`
    expect(parseCommandLine([])).toMatchObject({ port: Number(new URL(address).port) })
    const emulator = await startEmulator(POOL)
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', register, '--eval', program], {
      env: { ...process.env, COGNITO_EMULATOR_URL: emulator.url },
    })
    expect(stdout).toBe('2\n')
    await emulator.close()
  },

  // The configuration in the code block "Triggers 3" loads the module in the code block "Triggers 2".
  'Triggers 2': async (code) => expect(code).toMatch(/^\/\/ triggers\/pre-sign-up\.mjs\n/),

  'Triggers 3': async (code, blocks) => {
    const emulator = await startWithTriggers(code, blocks)
    const account = { ClientId: 'web', Username: 'bia', Password: 'Senha-456' }
    // No server listens at the trigger's address, so the error shows that the emulator called this address.
    expect(await send(emulator.url, 'SignUp', account)).toMatchObject({
      message: expect.stringMatching(/^PostConfirmation invocation failed due to error \w+\.$/),
    })
    await emulator.close()
  },

  'Triggers 4': async (code, blocks) => {
    const configuration = blocks.find(({ name }) => name === 'Triggers 3')?.code ?? ''
    const emulator = await startWithTriggers(configuration, blocks)
    const [, PoolName] = /--pool-name (\S+)/.exec(code) ?? []
    const [, PreSignUp] = /--lambda-config 'PreSignUp=(\S+)'/.exec(code) ?? []
    const { UserPool } = await send(emulator.url, 'CreateUserPool', { PoolName, LambdaConfig: { PreSignUp } })
    const client = { UserPoolId: UserPool.Id, ClientName: 'web' }
    const { UserPoolClient } = await send(emulator.url, 'CreateUserPoolClient', client)
    const account = { ClientId: UserPoolClient.ClientId, Username: 'bia', Password: 'Senha-456' }
    expect(await send(emulator.url, 'SignUp', account)).toMatchObject({ UserConfirmed: true })
    await emulator.close()
  },
}

/** Creates a folder that is removed after the test. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'readme-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Writes a CloudFormation template and a Lambda module to a new folder, and starts an emulator in this folder. */
async function startDeployed(options: EmulatorOptions) {
  const directory = newFolder()
  const write = (path: string, text: string) => {
    mkdirSync(join(directory, dirname(path)), { recursive: true })
    writeFileSync(join(directory, path), text)
  }
  const template = typeof options.template === 'object' ? options.template : { file: '', ids: {} }
  const [pool = '', client = ''] = Object.keys(template.ids ?? {})
  const [lambda = ''] = Object.keys(options.lambdas ?? {})
  const resources = {
    [pool]: {
      Type: 'AWS::Cognito::UserPool',
      Properties: { UserPoolName: { Ref: 'Stage' }, LambdaConfig: { PreSignUp: { 'Fn::GetAtt': [lambda, 'Arn'] } } },
    },
    [client]: { Type: 'AWS::Cognito::UserPoolClient', Properties: { UserPoolId: { Ref: pool } } },
    [lambda]: { Type: 'AWS::Lambda::Function' },
  }
  write(template.file, JSON.stringify({ Parameters: { Stage: { Type: 'String' } }, Resources: resources }))
  write('dist/pre-sign-up.js', 'exports.handler = async (event) => event')
  return startEmulator({ ...options, directory })
}

/**
 * Writes the trigger module from the documentation to a new folder, and starts an emulator with this folder as its `directory`.
 */
async function startWithTriggers(configuration: string, blocks: readonly Snippet[]) {
  const directory = newFolder()
  const module = blocks.find(({ language }) => language === 'js')?.code ?? ''
  const [, path = ''] = /^\/\/ (\S+)/.exec(module) ?? []
  mkdirSync(join(directory, dirname(path)))
  writeFileSync(join(directory, path), module)
  return startEmulator({ ...(JSON.parse(configuration) as EmulatorOptions), directory })
}

/** Calls an operation of the service and returns the response. */
async function send(endpoint: string, operation: string, input: object) {
  const headers = { 'x-amz-target': `AWSCognitoIdentityProviderService.${operation}` }
  const answer = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(input) })
  return (await answer.json()) as { message?: string; UserPool: { Id: string }; UserPoolClient: { ClientId: string } }
}

/** Runs `cognito-emulator`, requests a code, and returns the printed lines. Placeholders replace the port and the code. */
async function outputOfCli(argv: string[], configuration: string, lines: number): Promise<string[]> {
  const folder = newFolder()
  writeFileSync(join(folder, 'pool.json'), configuration)
  const running = spawn(process.execPath, [CLI, ...argv], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  running.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const read = () => printed.trim().split('\n')
  await expect.poll(() => read().length).toBe(lines - 1)
  await sendCode(/Listening on (\S+)/.exec(printed)?.[1] ?? '')
  await expect.poll(() => read().length).toBe(lines)
  running.kill()
  await once(running, 'exit')
  return read().map(withoutNumbers)
}

/** Replaces the port and the code in a line with placeholders. */
const withoutNumbers = (line: string) => line.replace(/:\d+\/$/, ':PORT/').replace(/\d{6}$/, 'CODE')
