// Signs in on the emulator's pages with third-party OpenID Connect clients (openid-client, oidc-client-ts, @auth/core) in a
// real browser. To run one client: node --conditions=@cognito-srp/source interop/oauth/run.ts oidc

import { install, run } from '@cognito-srp/testing/run'

const isInstalled = await install('interop', './oauth')
process.exitCode =
  isInstalled && (await run('node', ['--conditions=@cognito-srp/source', 'interop/oauth/run.ts'])) ? 0 : 1
