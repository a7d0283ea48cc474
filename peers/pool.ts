import { createHmac } from 'node:crypto'

import { startEmulator, type RunningEmulator, type Triggers } from '../packages/cognito-emulator/src/index.ts'

export const USER_POOL_ID = 'local_Pool1'
export const CLIENT_ID = 'web'
export const PASSWORD = 'Senha-123'
export const TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
export const CUSTOM_ANSWER = 'azul'

const PHONE_NUMBER = '+5511987654321'

const triggers: Triggers = {
  defineAuthChallenge({ request, response }) {
    const last = request.session.at(-1)
    if (last?.challengeName === 'SRP_A') response.challengeName = 'PASSWORD_VERIFIER'
    else if (last?.challengeName === 'CUSTOM_CHALLENGE') response.issueTokens = last.challengeResult
    else response.challengeName = 'CUSTOM_CHALLENGE'
    if (last && !last.challengeResult) response.failAuthentication = true
  },
  createAuthChallenge({ response }) {
    response.publicChallengeParameters = { question: 'cor do céu' }
    response.privateChallengeParameters = { answer: CUSTOM_ANSWER }
  },
  verifyAuthChallengeResponse({ request, response }) {
    response.answerCorrect = request.challengeAnswer === request.privateChallengeParameters['answer']
  },
}

/** A pool with a user for each way to sign in. */
export function startPool(deviceTracking: 'off' | 'always'): Promise<RunningEmulator> {
  return startEmulator({
    userPools: [
      {
        id: USER_POOL_ID,
        clients: [{ id: CLIENT_ID }],
        deviceTracking,
        triggers,
        users: [
          { username: 'ana', password: PASSWORD, attributes: { email: 'ana@example.com' } },
          { username: 'totp', password: PASSWORD, totpSecret: TOTP_SECRET },
          { username: 'sms', password: PASSWORD, attributes: { phone_number: PHONE_NUMBER }, smsMfa: true },
          { username: 'new', password: PASSWORD, temporaryPassword: true },
        ],
      },
    ],
  })
}

/** The code an authenticator app shows now (RFC 6238 with a 20- or 32-letter base32 secret). */
export function totpCode(secret: string, nowMs: number = Date.now()): string {
  const bits = Array.from(secret, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.from(
    Math.floor(nowMs / 30_000)
      .toString(16)
      .padStart(16, '0'),
    'hex',
  )
  const mac = createHmac('sha1', key).update(step).digest()
  const offset = mac.readUInt8(19) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
