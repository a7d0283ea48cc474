import { UsageError } from '../usage-error.ts'
import type { StackOutputs } from './outputs.ts'

/** A program to run in the repository's root, with variables to add to the caller's environment. */
export type Step = { program: string; args: string[]; environment?: Record<string, string> }

/** Folder of the built app, relative to the repository's root. */
export const DIST = 'packages/quiz-app/dist'

/** Folder of the assets, whose names contain a digest of their content. */
const ASSETS = 'assets/'
const IMMUTABLE = 'public, max-age=31536000, immutable'

const REVALIDATE = 'no-cache'

const PAGE = 'index.html'

/**
 * Content types by file extension, set for each upload. Otherwise the AWS CLI would use the types configured on the
 * local machine, and browsers reject a script with a wrong type (`nosniff`).
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

/** Step that builds the app for the deployed stack, with the API on the app's own origin and Cognito in the pool's region. */
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
 * Steps that upload the built app to the bucket. Assets come first and the page last, so that the page never refers to a
 * missing file. Nothing is deleted, because open tabs and a rolled-back page still load old assets.
 *
 * @param files paths of the built app's files, relative to {@link DIST}, with "/" as separator
 * @throws UsageError if the type of a file is unknown, or the page is missing
 */
export function uploadSteps(outputs: StackOutputs, files: readonly string[]): Step[] {
  if (!files.includes(PAGE)) throw new UsageError(`The build has no ${DIST}/${PAGE}. Run: pnpm run build`)
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
      upload(ASSETS, '--exclude', '*', '--include', `*${extension(file)}`, ...headers(file, IMMUTABLE)),
    ),
    ...oneOfEachType(others).map((file) =>
      upload(
        '',
        '--exclude',
        '*',
        '--include',
        `*${extension(file)}`,
        '--exclude',
        `${ASSETS}*`,
        '--exclude',
        PAGE,
        ...headers(file, REVALIDATE),
      ),
    ),
    upload('', '--exclude', '*', '--include', PAGE, ...headers(PAGE, REVALIDATE)),
  ]
}

function oneOfEachType(files: readonly string[]): string[] {
  return [...new Map(files.map((file) => [extension(file), file])).values()].toSorted((left, right) =>
    left.localeCompare(right),
  )
}

function extension(file: string): string {
  return /\.\w+$/.exec(file)?.[0] ?? ''
}

function contentType(file: string): string {
  const type = CONTENT_TYPES[extension(file).slice(1)]
  if (type !== undefined) return type
  throw new UsageError(
    `${DIST}/${file} has an unknown file type. Add the type to CONTENT_TYPES in src/publish/plan.ts.`,
  )
}
