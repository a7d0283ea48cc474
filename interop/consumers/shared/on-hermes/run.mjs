import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'

// node on-hermes/run.mjs <bundle> <package with Hermes>...
//
// Hermes has no network. The bundle therefore runs in Node first, against the user pool, whose responses are recorded.
// Then the bundle runs in Hermes with the same clock and random bytes, and fails if any request differs by a byte. For
// the newest Hermes, npm offers only the compiler for release builds, so this program only checks that the bundle
// compiles.

const FOLDERS = { linux: 'linux64-bin', darwin: 'osx-bin', win32: 'win64-bin' }
const [bundlePath, ...packages] = process.argv.slice(2)
const hostScript = readFileSync(join(import.meta.dirname, 'host.js'), 'utf8')
const bundle = readFileSync(bundlePath, 'utf8')

/** Runs and records the whole journey in a realm that, like Hermes, has only the globals of the language itself. */
async function record() {
  const exchanges = []
  async function fetchAndNote(url, { method, headers, body }) {
    const answered = await fetch(url, { method, headers, body })
    const answer = await answered.text()
    const asked = `${url} ${headers['X-Amz-Target']} ${body}`
    exchanges.push({ asked, status: answered.status, answer, fields: Object.fromEntries(answered.headers) })
    return { status: answered.status, ok: answered.ok, headers: answered.headers, text: async () => answer }
  }
  const startMs = Date.now()
  const endpoint = process.env.COGNITO_ENDPOINT
  await new Promise((done, fail) => {
    const print = (text) => (text.startsWith('{') ? done() : fail(new Error(text)))
    const realm = createContext({})
    runInContext(hostScript, realm)
    const randomBytes = realm.sameBytes()
    realm.host = { startMs, endpoint, fetch: fetchAndNote, randomBytes, clock: Date.now, defer: setImmediate, print }
    runInContext(bundle, realm)
  })
  return { startMs, endpoint, exchanges }
}

function runInHermes(packageName, recorded) {
  const script = `${packageName}.js`
  writeFileSync(script, `${hostScript}\nglobalThis.host = recordedHost(${JSON.stringify(recorded)});\n${bundle}`)
  // Hermes 0.11 crashes at the end, after all output, so only the output is checked, not the exit status.
  const { stdout, stderr } = spawnSync(programOf(packageName, 'hermes'), ['-O', script], { encoding: 'utf8' })
  const line = stdout.split('\n').find((text) => text.startsWith('{'))
  if (!line) throw new Error(`${packageName} printed ${stdout}${stderr}`)
  const { version } = JSON.parse(readFileSync(join('node_modules', packageName, 'package.json'), 'utf8'))
  console.log(JSON.stringify({ version: `Hermes ${version}`, ...JSON.parse(line) }))
}

function compile() {
  const compiler = programOf('hermes-compiler/hermesc', 'hermesc')
  execFileSync(compiler, ['-O', '-w', '-emit-binary', '-out', 'app.hbc', bundlePath], { stdio: 'inherit' })
}

function programOf(folder, program) {
  return join('node_modules', folder, FOLDERS[process.platform], program)
}

const recorded = await record()
for (const packageName of packages) {
  if (packageName === 'hermes-compiler') compile()
  else runInHermes(packageName, recorded)
}
