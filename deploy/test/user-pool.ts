import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'

const KEY_ID = 'test'

type Owner = { issuer: string; clientId: string; username: string }

/** A user pool's keys on 127.0.0.1, and tokens signed with them. */
export type TestUserPool = {
  jwksUrl: string
  accessToken(owner: Owner): Promise<string>
  /** A token of any kind. */
  token(claims: JWTPayload, owner: Owner): Promise<string>
  close(): Promise<void>
}

/** Serves the public key of a new pair as a user pool does. */
export async function startUserPool(): Promise<TestUserPool> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' }] })
  const server = createServer((_request, response) => response.setHeader('Content-Type', 'application/json').end(jwks))
  const token: TestUserPool['token'] = (claims, { issuer, username }) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: KEY_ID })
      .setSubject(username)
      .setIssuer(issuer)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    jwksUrl: `http://127.0.0.1:${port}/.well-known/jwks.json`,
    accessToken: (owner) => token({ token_use: 'access', client_id: owner.clientId, username: owner.username }, owner),
    token,
    close: () => new Promise((done) => server.close(() => done())),
  }
}
