import type { Page } from '@playwright/test'

type Variable =
  | 'VITE_USER_POOL_ID'
  | 'VITE_CLIENT_ID'
  | 'VITE_AUTH_FLOW'
  | 'VITE_API_URL'
  | 'VITE_REFRESH_FLOW'
  | 'VITE_REPORT_EMAIL'

const ENTRY_SCRIPT = '**/assets/index-*.js'
const ENVIRONMENT = /VITE_USER_POOL_ID:(["'`])[^"'`]*\1/

/**
 * Serves the app as if it had been built with other variables: the values that the build wrote into its entry script
 * are replaced on their way to the browser. Only a first visit can be configured: after it the service worker keeps
 * the script.
 */
export async function configureApp(page: Page, variables: Partial<Record<Variable, string>>): Promise<void> {
  await page.route(ENTRY_SCRIPT, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: withVariables(await response.text(), variables) })
  })
}

/** Serves the app as it was built again. */
export async function resetApp(page: Page): Promise<void> {
  await page.unroute(ENTRY_SCRIPT)
}

/** Of two members with one name the later one counts, so the new values go behind the old ones. */
function withVariables(script: string, variables: object): string {
  const start = ENVIRONMENT.exec(script)?.index
  if (start === undefined) throw new Error('The entry script holds no VITE_USER_POOL_ID to replace.')
  const end = script.indexOf('}', start)
  return `${script.slice(0, end)},...${JSON.stringify(variables)}${script.slice(end)}`
}
