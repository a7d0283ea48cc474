import { createSrpSession, signSrpSession } from 'cognito-srp-helper'
import { drawA, readTest, report, stopClock } from './test.mjs'

const test = readTest()
const { a, B, salt, poolName, userId, password, secretBlock, timestamp } = test.input
drawA(a)
stopClock(timestamp)
const session = createSrpSession(userId, password, `us-east-1_${poolName}`, false)
const ChallengeParameters = {
  SRP_B: B,
  SALT: salt,
  SECRET_BLOCK: secretBlock,
  USERNAME: userId,
  USER_ID_FOR_SRP: userId,
}
let signature
try {
  signature = signSrpSession(session, { ChallengeParameters }).passwordSignature
} catch (error) {
  console.log(String(error))
}
report(test, signature)
