import type { ReadmeFrame } from './readme-frame.ts'

// This module contains the code that surrounds the code blocks of docs/hosted-login.md. `page` is a fake page, whose user
// signs in on the emulator's hosted pages.

const pool: ReadmeFrame['pool'] = {
  clients: [
    {
      id: '1example23456789',
      callbackUrls: ['https://app.example.com/callback'],
      logoutUrls: ['https://app.example.com/'],
    },
  ],
}

const ANA = `{ username: 'ana@example.com', password: 'Senha-123' }`

const OPEN_PAGE = `const page = openPage('https://app.example.com/')\n`
const HOSTED = `
  import { createHostedLogin } from '@cognito-srp/client/oauth'
  ${OPEN_PAGE}
  const client = createCognitoClient({ userPoolId: 'sa-east-1_AbCdEf123', clientId: '1example23456789' })
  const hosted = createHostedLogin(client, {
    domain: 'auth.example.com',
    redirectUri: 'https://app.example.com/callback',
    signOutUri: 'https://app.example.com/',
  })\n`

/** Code that starts a redirect, signs Ana in on the hosted pages, and opens the callback URL with the authorization response. */
const REDIRECT = `
  void hosted.redirect({ returnTo: '/account' })
  await expect.poll(() => page.left.length).toBe(1)
  page.open(await signInOnHostedPages(page.left[0] ?? '', ${ANA}))\n`

export const HOSTED_FRAMES: Record<string, ReadmeFrame> = {
  'Hosted login 2': {
    pool,
    before: OPEN_PAGE,
    after: `
      ${REDIRECT}
      expect(await hosted.complete(location.href)).toMatchObject({ session: { username: 'ana@example.com' } })
      expect(await currentUsername(client)).toBe('ana@example.com')`,
  },
  Redirect: {
    pool,
    before: `${HOSTED}const showError = (error: unknown) => console.log(error)\n`,
    after: `
      signInWithGoogle()
      await expect.poll(() => page.left.length).toBe(1)
      expect(new URL(page.left[0] ?? '').searchParams.get('identity_provider')).toBe('Google')
      expect(printed).toEqual([])`,
  },
  'Redirect 2': {
    pool,
    before: `${HOSTED}${REDIRECT}`,
    after: `
      expect(printed).toEqual([])
      expect(page.address).toBe('/account')
      expect(await currentUsername(client)).toBe('ana@example.com')`,
  },
  Popup: {
    pool,
    before: HOSTED,
    after: `
      page.popup = () => null
      await signInInPopup()
      expect(printed).toEqual(['Please allow popups for this site.'])`,
  },
  'Sign out of the hosted pages': {
    pool,
    before: `${HOSTED}${REDIRECT}await hosted.complete(location.href)\n`,
    after: `
      expect(await currentUsername(client)).toBeNull()
      expect(page.left.at(-1)).toContain('https://auth.example.com/logout?client_id=1example23456789')`,
  },
}
