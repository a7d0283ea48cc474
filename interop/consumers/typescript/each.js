import { execFile } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

// What every version of the compiler makes of the client's types, in every resolution and without lib.dom.

const RESOLUTIONS = {
  node10: { module: 'commonjs', moduleResolution: 'node10', files: ['sign-in.ts'] },
  node16: { module: 'node16', moduleResolution: 'node16', files: ['sign-in.ts', 'sign-in-required.cts'] },
  bundler: { module: 'esnext', moduleResolution: 'bundler', files: ['sign-in.ts'] },
}
const STRICT = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, types: [], target: 'ES2020' }

copyFileSync('sign-in.ts', 'sign-in-required.cts') // a CommonJS module takes the other declarations
const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
for (const [compiler, version] of Object.entries(devDependencies)) {
  for (const [name, resolution] of Object.entries(RESOLUTIONS)) {
    if (name === 'node10' && compiler === 'typescript-7') continue // TypeScript 7 has it no more
    const outDir = `out/${compiler}-${name}`
    await compile(compiler, { outDir, lib: ['ES2022', 'DOM'], ...resolution })
    await run(outDir, name, version.replace('npm:typescript@', ''))
  }
  await compile(compiler, { outDir: 'out/without-dom', lib: ['ES2020'], ...RESOLUTIONS.bundler })
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
