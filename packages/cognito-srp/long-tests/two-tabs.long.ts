import { openPage, refreshesPerExpiry, signInAt } from '../test/browser/pages.ts'
import { startSite } from '../test/browser/site.ts'

const EXPIRIES = 50

/** Two tabs of one browser, a pool that rotates refresh tokens without grace: one refresh per expiry, nobody signed out. */
const site = await startSite({ clients: [{ id: 'web', refreshTokenRotation: { graceSeconds: 0 } }] })
try {
  const pages = [await openPage(site), await openPage(site)]
  await Promise.all(pages.slice(0, 1).map(signInAt))
  const counts = await refreshesPerExpiry(site, pages, EXPIRIES)
  const others = counts.filter((count) => count !== 1)
  console.log(`two tabs: ${counts.length} expiries survived, ${others.length} of them without exactly one refresh`)
  if (others.length > 0) process.exitCode = 1
} finally {
  await site.close()
}
