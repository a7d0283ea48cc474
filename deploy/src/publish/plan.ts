import { UsageError } from '../usage-error.ts'
import type { StackOutputs } from './outputs.ts'

/** A program to run in the repository's root, with what it gets beside the caller's environment. */
export type Step = { program: string; args: string[]; environment?: Record<string, string> }

/** The built app, below the repository's root. */
export const DIST = 'packages/quiz-app/dist'

/** Names of assets hold a digest of their content. */
const ASSETS = 'assets/'
const FOR_GOOD = 'public, max-age=31536000, immutable'

const ASK_EACH_TIME = 'no-cache'

const PAGE = 'index.html'

/**
 * Types by the end of a name, said for each upload: the AWS CLI would ask the machine it runs on, and browsers refuse a
 * script that comes as something else (`nosniff`).
 */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
  woff2: 'font/woff2',
}

/** Builds the app for the deployed stack: the API on its own origin, Cognito where the pool's region has it. */
export function buildStep(
  { UserPoolId, ClientId }: StackOutputs,
  { productName, securityContact }: { productName: string; securityContact?: string | undefined },
): Step {
  return {
    program: 'pnpm',
    args: ['run', 'build'],
    environment: {
      VITE_API_URL: '/api',
      VITE_IDENTITY_ENDPOINT: '',
      VITE_USER_POOL_ID: UserPoolId,
      VITE_CLIENT_ID: ClientId,
      VITE_PRODUCT_NAME: productName,
      ...(securityContact !== undefined && { VITE_SECURITY_CONTACT: securityContact }),
    },
  }
}

/**
 * Puts the built app into the bucket: assets first and the page last, so that no page names a file that is not there
 * yet. Nothing is deleted, because open tabs and a rolled-back page still load old assets.
 *
 * @param files of the built app, relative to {@link DIST}, with "/"
 * @throws UsageError when a file's type is not known, or there is no page
 */
export function uploadSteps(outputs: StackOutputs, files: readonly string[]): Step[] {
  if (!files.includes(PAGE)) throw new UsageError(`The build left no ${DIST}/${PAGE}. Run it again: pnpm run build`)
  const assets = files.filter((file) => file.startsWith(ASSETS))
  const others = files.filter((file) => !file.startsWith(ASSETS) && file !== PAGE)
  const upload = (folder: string, ...args: string[]): Step => ({
    program: 'aws',
    args: [
      's3',
      'sync',
      `${DIST}/${folder}`,
      `s3://${outputs.BucketName}/${folder}`,
      ...args,
      '--region',
      outputs.Region,
    ],
  })
  const headers = (file: string, cacheControl: string) => [
    '--cache-control',
    cacheControl,
    '--content-type',
    contentType(file),
  ]
  return [
    ...oneOfEachType(assets).map((file) =>
      upload(ASSETS, '--exclude', '*', '--include', `*${ending(file)}`, ...headers(file, FOR_GOOD)),
    ),
    ...oneOfEachType(others).map((file) =>
      upload(
        '',
        '--exclude',
        '*',
        '--include',
        `*${ending(file)}`,
        '--exclude',
        `${ASSETS}*`,
        '--exclude',
        PAGE,
        ...headers(file, ASK_EACH_TIME),
      ),
    ),
    upload('', '--exclude', '*', '--include', PAGE, ...headers(PAGE, ASK_EACH_TIME)),
  ]
}

function oneOfEachType(files: readonly string[]): string[] {
  return [...new Map(files.map((file) => [ending(file), file])).values()].toSorted((left, right) =>
    left.localeCompare(right),
  )
}

function ending(file: string): string {
  return /\.\w+$/.exec(file)?.[0] ?? ''
}

function contentType(file: string): string {
  const type = CONTENT_TYPES[ending(file).slice(1)]
  if (type !== undefined) return type
  throw new UsageError(`${DIST}/${file} is of no type that is known. Name it in CONTENT_TYPES of src/publish/plan.ts.`)
}
