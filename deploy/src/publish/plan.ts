import type { StackOutputs } from './outputs.ts'

/** A program to run in the repository's root, with what it gets beside the caller's environment. */
export type Step = { program: string; args: string[]; environment?: Record<string, string> }

const DIST = 'packages/quiz-app/dist'

/** Names of assets hold a digest of their content. */
const FOR_GOOD = 'public, max-age=31536000, immutable'

const ASK_EACH_TIME = 'no-cache'

/**
 * Builds the app for the deployed stack and puts it into the bucket: assets first and the page last, so that no page
 * names a file that is not there yet. Old assets stay, because open tabs and a rolled-back page still load them.
 */
export function publishSteps(outputs: StackOutputs, productName: string): Step[] {
  const bucket = `s3://${outputs.BucketName}`
  const copy = (command: 'sync' | 'cp', ...args: string[]): Step => ({
    program: 'aws',
    args: ['s3', command, ...args, '--region', outputs.Region],
  })
  return [
    { program: 'pnpm', args: ['run', 'build'], environment: appEnvironment(outputs, productName) },
    copy('sync', `${DIST}/assets`, `${bucket}/assets`, '--cache-control', FOR_GOOD),
    copy('sync', DIST, bucket, '--exclude', 'assets/*', '--exclude', 'index.html', '--cache-control', ASK_EACH_TIME),
    copy('cp', `${DIST}/index.html`, `${bucket}/index.html`, '--cache-control', ASK_EACH_TIME),
  ]
}

/** The app's variables: the API on its own origin, the identity service where the pool's region has it. */
function appEnvironment({ UserPoolId, ClientId }: StackOutputs, productName: string): Record<string, string> {
  return {
    VITE_API_URL: '/api',
    VITE_IDENTITY_ENDPOINT: '',
    VITE_USER_POOL_ID: UserPoolId,
    VITE_CLIENT_ID: ClientId,
    VITE_PRODUCT_NAME: productName,
  }
}
