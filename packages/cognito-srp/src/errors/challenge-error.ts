import type { Challenge } from '../sign-in/challenge.ts'
import { CognitoError } from './cognito-error.ts'

/**
 * An answer to a challenge lacks something, the challenge is damaged or expired, or the service asks for a step that
 * cannot be taken from here. Nothing was stored.
 */
export class ChallengeError extends CognitoError {
  declare readonly name: 'ChallengeError'
  /** The challenge to go on with, when it has advanced since it was given out (MFA_SETUP after a verified code). */
  declare readonly challenge: Challenge | undefined

  constructor(message: string, { cause, challenge }: { cause?: unknown; challenge?: Challenge } = {}) {
    super('ChallengeError', message, { cause })
    this.challenge = challenge
  }
}
