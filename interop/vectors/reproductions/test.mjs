import { readFileSync } from 'node:fs'

/** Reads the test that the command line names, for example in `node PROGRAM.mjs refusals.json 'B = N'`. */
export function readTest([file, comment] = process.argv.slice(2)) {
  const url = new URL(`../../../packages/vectors/testvectors/${file}`, import.meta.url)
  const tests = JSON.parse(readFileSync(url, 'utf8')).testGroups.flatMap((group) => group.tests)
  const test = tests.find((each) => each.comment === comment)
  if (!test) throw new Error(`${file} contains no test with the comment "${comment}".`)
  return test
}

/** Makes the library draw `a`. Libraries draw 32 words of 32 bits, or 128 bytes. */
export function drawA(a) {
  const bytes = Buffer.from(BigInt(`0x${a}`).toString(16).padStart(256, '0'), 'hex')
  let word = 0
  crypto.getRandomValues = (array) => {
    if (array instanceof Uint32Array) array[0] = bytes.readUInt32BE(4 * (word++ % 32))
    else array.set(bytes.subarray(0, array.length))
    return array
  }
}

/** Makes `new Date()` return the time of the test. */
export function stopClock(timestamp) {
  const RealDate = Date
  globalThis.Date = class extends RealDate {
    constructor(...parameters) {
      super(...(parameters.length > 0 ? parameters : [timestamp]))
    }
  }
}

/** Replaces the user pool: sends the challenge of the test, and passes the received signature to `report`. */
export function serve({ B, salt, userId, secretBlock }, report) {
  globalThis.fetch = async (_url, { headers, body }) => {
    const { ChallengeResponses } = JSON.parse(body)
    if (new Headers(headers).get('x-amz-target').endsWith('InitiateAuth')) {
      const ChallengeParameters = {
        SRP_B: B,
        SALT: salt,
        SECRET_BLOCK: secretBlock,
        USERNAME: userId,
        USER_ID_FOR_SRP: userId,
      }
      return Response.json({ ChallengeName: 'PASSWORD_VERIFIER', ChallengeParameters, Session: 'session' })
    }
    report(ChallengeResponses.PASSWORD_CLAIM_SIGNATURE)
    return Response.json({ __type: 'NotAuthorizedException', message: 'End' }, { status: 400 })
  }
}

/** Prints what the library did, and exits with status 1 if the test fails. */
export function report({ result, expected }, signature) {
  console.log(`the library sends: ${signature ?? 'nothing'}`)
  console.log(`the test requires: ${result === 'invalid' ? 'nothing' : expected.signature}`)
  process.exitCode = signature === (result === 'invalid' ? undefined : expected.signature) ? 0 : 1
}
