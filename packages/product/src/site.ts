import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sendHeaders, siteHeaders, xsrfCookie } from '@cognito-srp/quiz-api'
import { Hono, type Context } from 'hono'
import { etag } from 'hono/etag'
import { parseAccept } from 'hono/utils/accept'
import { getMimeType } from 'hono/utils/mime'

const PAGE = '/index.html'
const ASSETS = '/assets/'
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Content types that the site compresses. Images are compressed already. */
const COMPRESSIBLE = /^(text\/|application\/|image\/svg)/

type Body = { bytes: Uint8Array<ArrayBuffer>; etag: string }
type SiteFile = { type: string; plain: Body; gzipped: Body | null }

/**
 * Creates a site that serves the built app. The site reads all files once, so requests never access the disk. Browsers
 * cache hashed assets permanently. Paths that do not look like a file return the page, so that `/quiz` can be opened
 * directly.
 *
 * @param connectSources additional origins that the app may call
 * @throws Error when the app has not been built
 */
export function createSite(distFolder: string, connectSources: readonly string[]): Hono {
  const files = existsSync(distFolder) ? readFiles(distFolder) : new Map<string, SiteFile>()
  const page = files.get(PAGE)
  if (page === undefined) throw new Error(`The app is not built: ${distFolder}${PAGE} is missing. Run: pnpm run build`)

  const site = new Hono()
  site.use(sendHeaders(siteHeaders({ connectSources })), etag())
  site.get('*', (context, next) => {
    const { path } = context.req
    const file = files.get(path)
    if (file) return respond(context, file, path.startsWith(ASSETS) ? IMMUTABLE : 'no-cache')
    return isFileName(path) ? context.text('Not found', 404) : next()
  })
  site.get('*', xsrfCookie(), (context) => respond(context, page, 'no-cache'))
  site.all('*', (context) => context.text('Method not allowed', 405, { Allow: 'GET, HEAD' }))
  return site
}

/**
 * Reads all regular files below a folder, by URL path. Symbolic links are skipped, because they could point outside the
 * folder.
 */
function readFiles(folder: string): Map<string, SiteFile> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    entries.map(({ parentPath, name }) => {
      const file = join(parentPath, name)
      return [`/${relative(folder, file).replaceAll(sep, '/')}`, readSiteFile(file)]
    }),
  )
}

function readSiteFile(file: string): SiteFile {
  const bytes = new Uint8Array(readFileSync(file))
  const type = getMimeType(file) ?? 'application/octet-stream'
  const hash = createHash('sha256').update(bytes).digest('base64url')
  const gzipped = COMPRESSIBLE.test(type) ? new Uint8Array(gzipSync(bytes)) : bytes
  return {
    type,
    plain: { bytes, etag: `"${hash}"` },
    gzipped: gzipped.length < bytes.length ? { bytes: gzipped, etag: `"${hash}-gzip"` } : null,
  }
}

function respond(context: Context, { type, plain, gzipped }: SiteFile, caching: string): Response {
  const takesGzip = parseAccept(context.req.header('Accept-Encoding') ?? '').some(
    ({ type: coding, q }) => coding.toLowerCase() === 'gzip' && q > 0,
  )
  const { bytes, etag: tag } = (takesGzip && gzipped) || plain
  context.header('Cache-Control', caching)
  context.header('ETag', tag)
  if (gzipped) context.header('Vary', 'Accept-Encoding')
  if (bytes === gzipped?.bytes) context.header('Content-Encoding', 'gzip')
  return context.body(bytes, 200, { 'Content-Type': type })
}

/**
 * Whether a path looks like a file. A missing file returns 404 (on AWS, S3 returns 403). As on AWS, every other path
 * belongs to the app.
 */
function isFileName(path: string): boolean {
  return path.startsWith(ASSETS) || path.slice(path.lastIndexOf('/')).includes('.')
}
