import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from '@cognito-srp/testing/ensure-browser'

import { withWholeProduct } from '../long-tests/whole-product.ts'
import { visitScreens } from './visit.ts'

// `pnpm run screens [FOLDER]` takes a picture of every screen and state at each width, light and dark.

const folder = process.argv[2] ?? 'docs/screens'
mkdirSync(folder, { recursive: true })
process.env['CHROMIUM_PATH'] = await ensureBrowser()
const pictures = await withWholeProduct((whole) =>
  visitScreens(whole, async (page, { name, width, colorScheme }) => {
    await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) })
  }),
)
console.log(`${pictures} pictures in ${folder}`)
