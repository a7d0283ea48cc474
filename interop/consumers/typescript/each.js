import { execFile } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

// Compiles programs that use the client with several versions of TypeScript, in every module resolution and without
// lib.dom.

const FILES = ['sign-in.ts', 'sessions.ts']
const REQUIRED = FILES.map((file) => file.replace('.ts', '-required.cts')) // CommonJS modules use the other declarations
const RESOLUTIONS = {
  node10: { module: 'commonjs', moduleResolution: 'node10', files: FILES },
  node16: { module: 'node16', moduleResolution: 'node16', files: [...FILES, ...REQUIRED] },
  bundler: { module: 'esnext', moduleResolution: 'bundler', files: FILES },
}
/** Programs that compile without lib.dom. `server` is not among them, because it needs a declaration of `Request`. */
const FILES_WITHOUT_DOM = ['sign-in.ts']
const STRICT = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, types: [], target: 'ES2020' }

FILES.forEach((file, index) => copyFileSync(file, REQUIRED[index]))
const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
for (const [compiler, version] of Object.entries(devDependencies)) {
  for (const [name, resolution] of Object.entries(RESOLUTIONS)) {
    if (name === 'node10' && compiler === 'typescript-7') continue // TypeScript 7 has removed node10
    const outDir = `out/${compiler}-${name}`
    await compile(compiler, { outDir, lib: ['ES2022', 'DOM'], ...resolution })
    await run(outDir, name, version.replace('npm:typescript@', ''))
  }
  await compile(compiler, {
    outDir: 'out/without-dom',
    lib: ['ES2020'],
    ...RESOLUTIONS.bundler,
    files: FILES_WITHOUT_DOM,
  })
}

async function compile(compiler, { files, ...options }) {
  const isDeprecated = options.moduleResolution === 'node10' && compiler === 'typescript-6'
  const compilerOptions = { ...STRICT, ...options, ...(isDeprecated && { ignoreDeprecations: '6.0' }), rootDir: '.' }
  writeFileSync('tsconfig.json', JSON.stringify({ compilerOptions, files }))
  const compiling = promisify(execFile)(process.execPath, [`node_modules/${compiler}/bin/tsc`])
  await compiling.catch(({ stdout }) => {
    throw new Error(`${compiler} ${JSON.stringify(compilerOptions)}\n${stdout}`)
  })
}

/** Runs the compiled program, which must sign in. */
async function run(outDir, name, version) {
  writeFileSync(`${outDir}/package.json`, JSON.stringify({ type: name === 'node10' ? 'commonjs' : 'module' }))
  const { journey } = await import(resolve(outDir, 'sign-in.js'))
  const line = await journey(process.env.COGNITO_ENDPOINT)
  console.log(JSON.stringify({ version, environment: name, ...line }))
}
