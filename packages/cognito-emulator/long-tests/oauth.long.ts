// Other people's OpenID Connect clients (openid-client, oidc-client-ts, @auth/core) sign in at the emulator's pages, in a
// real browser. For one of them: node --conditions=@cognito-srp/source interop/oauth/run.ts oidc

import { install, run } from '@cognito-srp/testing/run'

const isInstalled = await install('interop', './oauth')
process.exitCode =
  isInstalled && (await run('node', ['--conditions=@cognito-srp/source', 'interop/oauth/run.ts'])) ? 0 : 1
