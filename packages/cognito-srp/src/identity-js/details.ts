/* oxlint-disable typescript/no-explicit-any -- these are the signatures that programs were written against */
import { formatTimestamp } from '../srp/encoding.ts'
import type { ClientMetadata } from './callbacks.ts'

/** Input of {@link AuthenticationDetails}. */
export interface IAuthenticationDetailsData {
  Username: string
  Password?: string
  /** Data for the pool's triggers. If `ValidationData` is not empty, `ClientMetadata` is not sent. */
  ValidationData?: { [key: string]: any }
  /** Metadata for the pool's triggers, sent with the requests of `authenticateUser` and `initiateAuth`. */
  ClientMetadata?: ClientMetadata
  /** Parameters that `initiateAuth` sends with the user name. */
  AuthParameters?: Record<string, string>
}

/**
 * Credentials and metadata of a sign-in.
 *
 * @example
 * const details = new AuthenticationDetails({ Username: 'ana', Password: 'Senha-123' })
 */
export class AuthenticationDetails {
  /** @internal */
  declare validationData: { [key: string]: any }
  /** @internal */
  declare authParameters: Record<string, string>
  /** @internal */
  declare clientMetadata: Record<string, string>
  /** @internal */
  declare username: string
  /** @internal */
  declare password: string

  constructor(data: IAuthenticationDetailsData) {
    const { ValidationData, AuthParameters, ClientMetadata, Username, Password } = { ...data }
    this.validationData = ValidationData ?? {}
    this.authParameters = AuthParameters ?? {}
    this.clientMetadata = ClientMetadata ?? {}
    this.username = Username
    this.password = Password as string
  }

  getUsername(): string {
    return this.username
  }

  getPassword(): string {
    return this.password
  }

  getValidationData(): any[] {
    return this.validationData as any[]
  }

  /** @internal Parameters that `initiateAuth` sends with the user name. */
  getAuthParameters(): Record<string, string> {
    return this.authParameters
  }

  /** @internal */
  getClientMetadata(): Record<string, string> {
    return this.clientMetadata
  }
}

/** User attribute in the service's format. */
export interface ICognitoUserAttributeData {
  Name: string
  Value: string
}

/**
 * User attribute with a name and a value.
 *
 * @example
 * const email = new CognitoUserAttribute({ Name: 'email', Value: 'ana@example.com' })
 * console.log(email.toString()) // {"Name":"email","Value":"ana@example.com"}
 */
export class CognitoUserAttribute implements ICognitoUserAttributeData {
  declare Name: string
  declare Value: string

  constructor(data: ICognitoUserAttributeData = { Name: '', Value: '' }) {
    this.Name = data.Name || ''
    this.Value = data.Value || ''
  }

  getValue(): string {
    return this.Value
  }

  setValue(value: string): CognitoUserAttribute {
    this.Value = value
    return this
  }

  getName(): string {
    return this.Name
  }

  setName(name: string): CognitoUserAttribute {
    this.Name = name
    return this
  }

  /** Returns the attribute as JSON. */
  toString(): string {
    return JSON.stringify(this)
  }

  toJSON(): object {
    return { Name: this.Name, Value: this.Value }
  }
}

/**
 * Formats times for the service.
 *
 * @example
 * console.log(new DateHelper().getNowString()) // Tue Nov 3 04:05:06 UTC 2026
 */
export class DateHelper {
  /** Returns the current time in UTC, with English names and an unpadded day. */
  getNowString(): string {
    return formatTimestamp(Number(new Date()))
  }
}

/**
 * Byte sequence that can be converted to hex. `random` creates a sequence of random bytes.
 *
 * @example
 * const token = new WordArray().random(16).toString()
 * console.log(token.length) // 32
 */
export class WordArray {
  /** @internal */
  declare words: number[]
  /** @internal */
  declare sigBytes: number

  constructor(words: string[] = [], sigBytes: number = words.length * BYTES_PER_WORD) {
    this.words = words as unknown as number[]
    this.sigBytes = sigBytes
  }

  /** Returns new random bytes from the platform's cryptographically secure generator. */
  random(nBytes: number): WordArray {
    const words = [...globalThis.crypto.getRandomValues(new Int32Array(Math.ceil(nBytes / BYTES_PER_WORD)))]
    return new WordArray(words as unknown as string[], nBytes)
  }

  /** Returns the bytes in lower-case hex. */
  toString(): string {
    const hex = this.words.map((word) => (word >>> 0).toString(16).padStart(2 * BYTES_PER_WORD, '0')).join('')
    return hex.slice(0, 2 * this.sigBytes).padEnd(2 * this.sigBytes, '0')
  }
}

const BYTES_PER_WORD = 4
