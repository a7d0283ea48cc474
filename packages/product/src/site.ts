import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { siteHeaders, xsrfCookie } from '@cognito-srp/quiz-api'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'

const IMMUTABLE = 'public, max-age=31536000, immutable'

/**
 * The built app as a site: hashed assets cached for good, every other path answered with the page, so that
 * `/quiz` can be opened directly.
 *
 * @param connectSources origins beside its own that the app may call
 * @throws Error when the app has not been built
 */
export function createSite(distFolder: string, connectSources: readonly string[]): Hono {
  const pageFile = join(distFolder, 'index.html')
  if (!existsSync(pageFile)) throw new Error(`The app is not built: ${pageFile} is missing. Run: pnpm run build`)
  const page = readFileSync(pageFile, 'utf8')

  const site = new Hono()
  site.use(compress(), siteHeaders({ connectSources }))
  site.use('/assets/*', async (context, next) => {
    await next()
    if (context.res.status === 200) context.header('Cache-Control', IMMUTABLE)
  })
  site.use(etag(), serveStatic({ root: distFolder, rewriteRequestPath: (path) => (path === '/' ? '/none' : path) }))
  site.get('/assets/*', (context) => context.text('Not found', 404))
  site.get('*', xsrfCookie(), (context) => {
    context.header('Cache-Control', 'no-cache')
    return context.html(page)
  })
  return site
}
