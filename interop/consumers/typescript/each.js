import { execFile } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

// What every version of the compiler makes of the client's types, in every resolution and without lib.dom.

const FILES = ['sign-in.ts', 'sessions.ts']
const REQUIRED = FILES.map((file) => file.replace('.ts', '-required.cts')) // CommonJS modules take the other declarations
const RESOLUTIONS = {
  node10: { module: 'commonjs', moduleResolution: 'node10', files: FILES },
  node16: { module: 'node16', moduleResolution: 'node16', files: [...FILES, ...REQUIRED] },
  bundler: { module: 'esnext', moduleResolution: 'bundler', files: FILES },
}
/** Of what a program without lib.dom takes: `server` has the platform's `Request`, which some library must declare. */
const FILES_WITHOUT_DOM = ['sign-in.ts']
const STRICT = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, types: [], target: 'ES2020' }

FILES.forEach((file, index) => copyFileSync(file, REQUIRED[index]))
const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
for (const [compiler, version] of Object.entries(devDependencies)) {
  for (const [name, resolution] of Object.entries(RESOLUTIONS)) {
    if (name === 'node10' && compiler === 'typescript-7') continue // TypeScript 7 has it no more
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

/** What was compiled signs in, too. */
async function run(outDir, name, version) {
  writeFileSync(`${outDir}/package.json`, JSON.stringify({ type: name === 'node10' ? 'commonjs' : 'module' }))
  const { journey } = await import(resolve(outDir, 'sign-in.js'))
  const line = await journey(process.env.COGNITO_ENDPOINT)
  console.log(JSON.stringify({ version, environment: name, ...line }))
}
