import { randomBytes } from 'node:crypto'

import type { Clock } from '../controls/clock.ts'
import { invalidParameter, wrongPassword } from '../service-error.ts'
import {
  computeSessionKey,
  createServerEphemeral,
  type Identity,
  isClaimSigned,
  parseA,
  type PasswordRecord,
  readTimestamp,
} from '../srp/handshake.ts'
import type { SrpState } from './challenges.ts'
import { requireParameter, type SignInServices } from './sign-in.ts'

const SECRET_BLOCK_LENGTH_BYTES = 512
const TIMESTAMP_SKEW_MS = 5 * 60_000

/**
 * Starts a handshake with B for the record's verifier and a fresh SECRET_BLOCK.
 *
 * @throws {ServiceError} InvalidParameterException if SRP_A is not a hex integer, is too long or is a multiple of N;
 *   TooManyRequestsException if the queue of computations is full.
 */
export async function startSrp(
  { compute }: Pick<SignInServices, 'compute'>,
  record: PasswordRecord,
  srpA: string,
): Promise<SrpState> {
  const A = parseA(srpA)
  if (A === undefined) throw invalidParameter('SRP_A must be a hexadecimal integer that is not a multiple of N.')
  const ephemeral = await compute(() => createServerEphemeral(BigInt(`0x${record.verifier}`)))
  return {
    ...ephemeral,
    A,
    verifier: record.verifier,
    secretBlock: randomBytes(SECRET_BLOCK_LENGTH_BYTES).toString('base64'),
  }
}

/** Returns SALT, SRP_B and SECRET_BLOCK in the wire format. */
export function srpParameters({ salt }: PasswordRecord, { B, secretBlock }: SrpState): Record<string, string> {
  return { SALT: salt, SRP_B: B.toString(16), SECRET_BLOCK: secretBlock }
}

/**
 * Checks the signature that a client made with its session key.
 *
 * @throws {ServiceError} NotAuthorizedException; InvalidParameterException for a missing response or a malformed timestamp;
 *   TooManyRequestsException if the queue of computations is full.
 */
export async function verifySrp(
  { compute, clock }: Pick<SignInServices, 'compute' | 'clock'>,
  srp: SrpState,
  identity: Identity,
  responses: Record<string, string>,
): Promise<void> {
  const signature = requireParameter(responses, 'PASSWORD_CLAIM_SIGNATURE')
  const timestamp = requireParameter(responses, 'TIMESTAMP')
  checkTimestamp(clock, timestamp)
  if (requireParameter(responses, 'PASSWORD_CLAIM_SECRET_BLOCK') !== srp.secretBlock) throw wrongPassword()

  const key = await compute(() => computeSessionKey(srp.A, srp, BigInt(`0x${srp.verifier}`)))
  const claim = { ...identity, secretBlock: srp.secretBlock, timestamp }
  if (!isClaimSigned(key, claim, signature)) throw wrongPassword()
}

function checkTimestamp(clock: Clock, timestamp: string): void {
  const reading = readTimestamp(timestamp)
  if (reading.kind === 'malformed') {
    throw invalidParameter('TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.')
  }
  if (reading.kind === 'refused') throw wrongPassword()
  // Clients do not notice an advanced clock, so the machine's time is accepted too.
  const skewsMs = [clock.nowMs(), clock.machineNowMs()].map((nowMs) => Math.abs(nowMs - reading.atMs))
  if (Math.min(...skewsMs) > TIMESTAMP_SKEW_MS) throw wrongPassword()
}
