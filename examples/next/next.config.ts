import { join } from 'node:path'
import type { NextConfig } from 'next'

const config: NextConfig = {
  experimental: { externalDir: true }, // the sign-in form is shared with ../react-page
  turbopack: { root: join(import.meta.dirname, '../..') },
  skipTrailingSlashRedirect: true, // /auth/ is asked as it is
}

export default config
