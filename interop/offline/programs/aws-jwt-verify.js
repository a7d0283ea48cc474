// AWS's own verifier. It derives the issuer and the address of the keys from the ids.
import { CognitoJwtVerifier } from 'aws-jwt-verify'

const { USER_POOL_ID, CLIENT_ID, ACCESS_TOKEN, ID_TOKEN, FORGED_TOKEN } = process.env
const access = CognitoJwtVerifier.create({ userPoolId: USER_POOL_ID, clientId: CLIENT_ID, tokenUse: 'access' })
await access.hydrate()
const { username } = access.verifySync(ACCESS_TOKEN)
const id = CognitoJwtVerifier.create({ userPoolId: USER_POOL_ID, clientId: CLIENT_ID, tokenUse: 'id' })
const claims = await id.verify(ID_TOKEN)
const refusals = [
  await access.verify(FORGED_TOKEN).catch((error) => error.constructor.name),
  await access.verify(ID_TOKEN).catch((error) => error.constructor.name),
]
const accepted = username === claims['cognito:username'] && username
console.log(JSON.stringify({ accepted, refused: refusals.join(', ') }))
