/** Exports of the package `oauth4webapi` that a hosted login uses. Pass the whole module. */
export type OAuthModule = {
  readonly allowInsecureRequests: symbol
  readonly clockSkew: symbol
  readonly customFetch: symbol
  generateRandomCodeVerifier(): string
  generateRandomNonce(): string
  generateRandomState(): string
  calculatePKCECodeChallenge(verifier: string): Promise<string>
  None(): object
  validateAuthResponse(pool: object, client: object, authResponse: URLSearchParams, state: string): URLSearchParams
  authorizationCodeGrantRequest(
    pool: object,
    client: object,
    authentication: object,
    authResponse: URLSearchParams,
    redirectUri: string,
    verifier: string,
    options: object,
  ): Promise<Response>
  processAuthorizationCodeResponse(
    pool: object,
    client: object,
    response: Response,
    options: { expectedNonce: string; maxAge?: number; requireIdToken: true },
  ): Promise<object>
}

/** Exports of the package `oauth4webapi` that a server uses. `ClientSecretPost` sends the secret of the app client. */
export type ServerOAuthModule = OAuthModule & { ClientSecretPost(clientSecret: string): object }
