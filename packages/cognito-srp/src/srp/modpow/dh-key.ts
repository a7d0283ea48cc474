import type { BigInteger } from 'big-integer'

import { concatBytes } from '../encoding.ts'
import { padBytes } from '../integer.ts'
import type { Group } from '../suite.ts'

const INTEGER = 0x02
const BIT_STRING = 0x03
const OCTET_STRING = 0x04
const OBJECT_IDENTIFIER = 0x06
const SEQUENCE = 0x30

const VERSION = 0

/** dhKeyAgreement, 1.2.840.113549.1.3.1 (PKCS #3 §9). */
const DH_KEY_AGREEMENT = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x03, 0x01]

/** A Diffie-Hellman private key in DER, as PKCS #8 (RFC 5958) wraps one of PKCS #3. */
export function privateKeyDer(group: Group, exponent: BigInteger): Uint8Array {
  return der(SEQUENCE, der(INTEGER, Uint8Array.of(VERSION)), algorithm(group), der(OCTET_STRING, derInteger(exponent)))
}

/** A Diffie-Hellman public key in DER, a SubjectPublicKeyInfo (RFC 5280 §4.1.2.7). */
export function publicKeyDer(group: Group, value: BigInteger): Uint8Array {
  const noUnusedBits = Uint8Array.of(0)
  return der(SEQUENCE, algorithm(group), der(BIT_STRING, noUnusedBits, derInteger(value)))
}

function algorithm({ N, g }: Group): Uint8Array {
  const parameters = der(SEQUENCE, derInteger(N), derInteger(g))
  return der(SEQUENCE, der(OBJECT_IDENTIFIER, Uint8Array.from(DH_KEY_AGREEMENT)), parameters)
}

/** DER and `padHex` agree: the shortest two's complement. */
function derInteger(value: BigInteger): Uint8Array {
  return der(INTEGER, padBytes(value))
}

function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const content = concatBytes(...parts)
  return concatBytes(Uint8Array.of(tag), derLength(content.length), content)
}

function derLength(length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(length)
  return length <= 0xff ? Uint8Array.of(0x81, length) : Uint8Array.of(0x82, length >> 8, length & 0xff)
}
