let userAgent = 'cognito-srp-identity-js'

/**
 * Value of the header `X-Amz-User-Agent`, with which the program identifies itself to the service.
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
 * Appends a string to the `X-Amz-User-Agent` header, unless the header already contains the string.
 *
 * @example
 * appendToCognitoUserAgent('shop/1.2')
 */
export const appendToCognitoUserAgent: (content: string) => void = (content) => {
  if (content && !userAgent.includes(content)) userAgent += ` ${content}`
}

/** Returns the `X-Amz-User-Agent` header for a request. */
export function userAgentHeader(): Record<string, string> {
  return { 'X-Amz-User-Agent': userAgent }
}
