// undici's own functions, which do not use Node's global fetch.
import { createPublicKey, verify } from 'node:crypto'
import { fetch, request } from 'undici'

const { USER_POOL_ID, ACCESS_TOKEN, FORGED_TOKEN } = process.env
const address = `https://cognito-idp.us-east-1.amazonaws.com/${USER_POOL_ID}/.well-known/jwks.json`
const { body } = await request(address)
const { keys } = await body.json()
const { keys: fetched } = await (await fetch(address)).json()

const read = (part) => JSON.parse(Buffer.from(part, 'base64url').toString())

function isSigned(token) {
  const [header, payload, signature] = token.split('.')
  const key = keys.find(({ kid }) => kid === read(header).kid)
  const data = Buffer.from(`${header}.${payload}`)
  return verify('RSA-SHA256', data, createPublicKey({ key, format: 'jwk' }), Buffer.from(signature, 'base64url'))
}
const isSame = JSON.stringify(fetched) === JSON.stringify(keys)
const accepted = isSame && isSigned(ACCESS_TOKEN) && read(ACCESS_TOKEN.split('.')[1]).username
console.log(JSON.stringify({ accepted, refused: isSigned(FORGED_TOKEN) ? 'nothing' : 'another signature' }))
