// jose, which fetches the keys with the global fetch.
import { createRemoteJWKSet, jwtVerify } from 'jose'

const { USER_POOL_ID, ACCESS_TOKEN, FORGED_TOKEN } = process.env
const issuer = `https://cognito-idp.us-east-1.amazonaws.com/${USER_POOL_ID}`
const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`))
const { payload } = await jwtVerify(ACCESS_TOKEN, keys, { issuer, algorithms: ['RS256'] })
const refused = await jwtVerify(FORGED_TOKEN, keys, { issuer, algorithms: ['RS256'] }).catch(({ code }) => code)
console.log(JSON.stringify({ accepted: payload.username, refused }))
