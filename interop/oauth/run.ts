// Signs in on the emulator's pages with third-party OpenID Connect clients, in a real browser. To run one client:
// node --conditions=@cognito-srp/source interop/oauth/run.ts oidc

import { judgeAmplifyIssues } from './amplify-issues.ts'
import { judgeByAmplify } from './amplify.ts'
import { judgeByAuthCore } from './auth-core.ts'
import { createCheck, type Report } from './judge.ts'
import { judgeByOidcClientTs } from './oidc-client-ts.ts'
import { judgeByOpenidClient } from './openid-client.ts'
import { judgePages } from './pages.ts'

const JUDGES = {
  pages: judgePages,
  'openid-client': judgeByOpenidClient,
  'oidc-client-ts': judgeByOidcClientTs,
  '@auth/core': judgeByAuthCore,
  'aws-amplify': judgeByAmplify,
  'issues of aws-amplify': judgeAmplifyIssues,
}

const chosen = process.argv[2] ?? ''
let failures = 0
for (const [name, judge] of Object.entries(JUDGES).filter(([name]) => name.includes(chosen))) {
  const report: Report = { facts: [] }
  const startMs = performance.now()
  try {
    await judge(createCheck(report))
  } catch (error) {
    failures += 1
    console.error(error)
  }
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
  console.log(`${name}: ${report.facts.length} facts in ${seconds} s`)
  for (const fact of report.facts) console.log(`  ✓ ${fact}`)
}
process.exitCode = failures === 0 ? 0 : 1
