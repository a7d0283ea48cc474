import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { installFromDebian, runQuietly } from '@cognito-srp/testing/debian'
import { run } from '@cognito-srp/testing/run'

type Command = readonly [program: string, ...parameters: string[]]

/** Runner of the test vectors in one language. The commands run in the folder of the runner. */
export type Language = {
  name: string
  folder: string
  /** Debian packages that the commands need. */
  packages: readonly string[]
  /** Compiles the runner, or fails if the interpreter is missing. */
  build: Command
  run: Command
}

export type Run = { output: string; status: number | null }

const GSON = '/usr/share/java/gson.jar'
const CRATES = ['base64', 'chrono', 'hex', 'hkdf', 'hmac', 'num-bigint', 'serde-json', 'sha2']
const DEBIAN_CRATES = [
  '--offline',
  '--config=source.crates-io.replace-with="debian"',
  '--config=source.debian.directory="/usr/share/cargo/registry"',
]
const MAX_OUTPUT_BYTES = 10_000_000

export const LANGUAGES: readonly Language[] = [
  {
    name: 'Python',
    folder: 'python',
    packages: ['python3'],
    build: ['python3', '--version'],
    run: ['python3', 'run.py'],
  },
  {
    name: 'TypeScript',
    folder: 'typescript',
    packages: ['nodejs'],
    build: ['node', '--version'],
    run: ['node', '--conditions=@cognito-srp/source', 'run.ts'],
  },
  {
    name: 'Go',
    folder: 'go',
    packages: ['golang-go'],
    build: ['go', 'build', '-o', 'run'],
    run: ['./run'],
  },
  {
    name: 'Rust',
    folder: 'rust',
    packages: [
      ...(runQuietly('cargo', ['--version']) ? [] : ['cargo']),
      ...CRATES.map((crate) => `librust-${crate}-dev`),
    ],
    build: ['cargo', 'build', '--release', ...DEBIAN_CRATES],
    run: ['./target/release/vectors'],
  },
  {
    name: 'Java',
    folder: 'java',
    packages: ['default-jdk-headless', 'libgoogle-gson-java'],
    build: ['javac', '-cp', GSON, 'Run.java', 'Srp.java'],
    run: ['java', '-cp', `${GSON}:.`, 'Run'],
  },
  {
    name: 'C',
    folder: 'c',
    packages: ['gcc', 'libc6-dev', 'libssl-dev', 'libjansson-dev'],
    build: ['cc', '-O2', 'run.c', 'srp.c', '-o', 'run', '-ljansson', '-lcrypto'],
    run: ['./run'],
  },
  {
    name: 'PHP',
    folder: 'php',
    packages: ['php-cli', 'php-gmp'],
    build: ['php', '-r', 'exit(extension_loaded("gmp") ? 0 : 1);'],
    run: ['php', 'run.php'],
  },
]

/** Builds a runner. If the first attempt fails, installs the packages and tries again. Returns whether the build succeeded. */
export async function build({ name, folder, packages, build }: Language, runners: string): Promise<boolean> {
  const [program, ...parameters] = build
  const cwd = join(runners, folder)
  if (await run(program, parameters, { cwd })) return true
  console.log(`${name}: installing ${packages.join(' ')}`)
  installFromDebian(...packages)
  return run(program, parameters, { cwd })
}

/** Runs the vectors in one folder. */
export function runVectors({ folder, run }: Language, runners: string, vectors: string): Run {
  const [program, ...parameters] = run
  const { stdout, stderr, status } = spawnSync(program, [...parameters, vectors], {
    cwd: join(runners, folder),
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
  })
  return { output: `${stdout}${stderr}`, status }
}
