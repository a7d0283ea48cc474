import type { CognitoConfig } from '@cognito-srp/client'

/** Configuration of the page's client. The page's endpoint is this server (see `auth/`). */
export type PoolOfPage = Pick<CognitoConfig, 'userPoolId' | 'clientId' | 'endpoint'>

export function poolOfPage(): PoolOfPage {
  const { USER_POOL_ID = '', CLIENT_ID = '' } = process.env
  return { userPoolId: USER_POOL_ID, clientId: CLIENT_ID, endpoint: '/auth/' }
}
