import type { Page } from '@playwright/test'

type Variable =
  | 'VITE_USER_POOL_ID'
  | 'VITE_CLIENT_ID'
  | 'VITE_AUTH_FLOW'
  | 'VITE_API_URL'
  | 'VITE_REFRESH_FLOW'
  | 'VITE_REPORT_EMAIL'
  | 'VITE_SIGN_OUT_MAX_AGE_SECONDS'

const ENTRY_SCRIPT = '**/assets/index-*.js'
const ENVIRONMENT = /VITE_USER_POOL_ID:(["'`])[^"'`]*\1/

/**
 * Serves the app as if it had been built with other variables, by changing the response with its entry script.
 * The change works only on a first visit, because on later visits the service worker serves the script from its cache.
 */
export async function configureApp(page: Page, variables: Partial<Record<Variable, string>>): Promise<void> {
  await page.route(ENTRY_SCRIPT, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: withVariables(await response.text(), variables) })
  })
}

/** Serves the app with its original variables again. */
export async function resetApp(page: Page): Promise<void> {
  await page.unroute(ENTRY_SCRIPT)
}

/**
 * Adds the new values after the old ones. If an object literal has two properties with the same name, the later value
 * is used.
 */
function withVariables(script: string, variables: object): string {
  const start = ENVIRONMENT.exec(script)?.index
  if (start === undefined) throw new Error('The entry script does not contain VITE_USER_POOL_ID.')
  const end = script.indexOf('}', start)
  return `${script.slice(0, end)},...${JSON.stringify(variables)}${script.slice(end)}`
}
