// jsonwebtoken with jwks-rsa, as used with Express and NestJS, in CommonJS and with node:https.
const jwt = require('jsonwebtoken')
const jwksClient = require('jwks-rsa')

const { USER_POOL_ID, ACCESS_TOKEN, FORGED_TOKEN } = process.env
const issuer = `https://cognito-idp.us-east-1.amazonaws.com/${USER_POOL_ID}`
const client = jwksClient({ jwksUri: `${issuer}/.well-known/jwks.json`, cache: true })

function getKey({ kid }, done) {
  client.getSigningKey(kid, (error, key) => done(error, key?.getPublicKey()))
}
const verify = (token) =>
  new Promise((resolve, reject) => {
    jwt.verify(token, getKey, { issuer, algorithms: ['RS256'] }, (error, claims) =>
      error ? reject(error) : resolve(claims),
    )
  })

async function main() {
  const { username } = await verify(ACCESS_TOKEN)
  const refused = await verify(FORGED_TOKEN).catch(({ message }) => message)
  console.log(JSON.stringify({ accepted: username, refused }))
}
void main()
