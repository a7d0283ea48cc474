import { join } from 'node:path'
import type { NextConfig } from 'next'

const config: NextConfig = {
  experimental: { externalDir: true }, // the sign-in form is shared with ../react-page
  turbopack: { root: join(import.meta.dirname, '../..') },
  skipTrailingSlashRedirect: true, // do not redirect requests for /auth/
}

export default config
