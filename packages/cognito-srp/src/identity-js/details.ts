/* oxlint-disable typescript/no-explicit-any -- these are the signatures that programs were written against */
import { formatTimestamp } from '../srp/encoding.ts'
import type { ClientMetadata } from './callbacks.ts'

/** What {@link AuthenticationDetails} is made of. */
export interface IAuthenticationDetailsData {
  Username: string
  Password?: string
  /** For the pool's triggers; where there is any, `ClientMetadata` is not sent. */
  ValidationData?: { [key: string]: any }
  /** For the pool's triggers, with every request of the sign-in. */
  ClientMetadata?: ClientMetadata
  /** For `initiateAuth`: sent besides the user name. */
  AuthParameters?: Record<string, string>
}

/**
 * What a person signs in with.
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

  /** @internal What `initiateAuth` sends besides the user name. */
  getAuthParameters(): Record<string, string> {
    return this.authParameters
  }

  /** @internal */
  getClientMetadata(): Record<string, string> {
    return this.clientMetadata
  }
}

/** An attribute of a user, as the service writes it. */
export interface ICognitoUserAttributeData {
  Name: string
  Value: string
}

/**
 * An attribute of a user.
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

  /** As JSON. */
  toString(): string {
    return JSON.stringify(this)
  }

  toJSON(): object {
    return { Name: this.Name, Value: this.Value }
  }
}

/**
 * Writes times as the service reads them.
 *
 * @example
 * console.log(new DateHelper().getNowString()) // Tue Nov 3 04:05:06 UTC 2026
 */
export class DateHelper {
  /** This moment: English names, the day not padded, UTC. */
  getNowString(): string {
    return formatTimestamp(Number(new Date()))
  }
}

/**
 * Random bytes, and bytes as hex digits.
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

  /** New random bytes of the platform's secure generator. */
  random(nBytes: number): WordArray {
    const words = [...globalThis.crypto.getRandomValues(new Int32Array(Math.ceil(nBytes / BYTES_PER_WORD)))]
    return new WordArray(words as unknown as string[], nBytes)
  }

  /** Lower-case hex. */
  toString(): string {
    const hex = this.words.map((word) => (word >>> 0).toString(16).padStart(2 * BYTES_PER_WORD, '0')).join('')
    return hex.slice(0, 2 * this.sigBytes).padEnd(2 * this.sigBytes, '0')
  }
}

const BYTES_PER_WORD = 4
