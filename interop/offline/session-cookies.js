/** Returns a Cookie header with the cookies in which Amplify stores Ana's session. */
export function sessionCookies(accessToken) {
  const { CLIENT_ID, ID_TOKEN, REFRESH_TOKEN } = process.env
  const client = `CognitoIdentityServiceProvider.${CLIENT_ID}`
  const cookies = {
    [`${client}.LastAuthUser`]: 'ana',
    [`${client}.ana.accessToken`]: accessToken,
    [`${client}.ana.idToken`]: ID_TOKEN,
    [`${client}.ana.refreshToken`]: REFRESH_TOKEN,
    [`${client}.ana.clockDrift`]: '0',
  }
  return Object.entries(cookies)
    .map(([name, value]) => `${encodeURIComponent(name)}=${value}`)
    .join('; ')
}
