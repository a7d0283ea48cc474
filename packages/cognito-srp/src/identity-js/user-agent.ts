let userAgent = 'cognito-srp-identity-js'

/**
 * How this program names itself to the service (`X-Amz-User-Agent`).
 *
 * @example
 * appendToCognitoUserAgent('shop/1.2')
 * console.log(new UserAgent())
 */
export class UserAgent {
  /** @internal */
  get userAgent(): string {
    return userAgent
  }
}

/**
 * Adds a word to how this program names itself to the service, once.
 *
 * @example
 * appendToCognitoUserAgent('shop/1.2')
 */
export const appendToCognitoUserAgent: (content: string) => void = (content) => {
  if (content && !userAgent.includes(content)) userAgent += ` ${content}`
}

/** What is sent with a request. */
export function userAgentHeader(): Record<string, string> {
  return { 'X-Amz-User-Agent': userAgent }
}
