// Types of the other clients' untyped modules, limited to the parts that the benchmark calls.

declare module 'amazon-cognito-identity-js/lib/AuthenticationHelper.js' {
  type Callback<T> = (error: Error | null, value: T) => void
  class AuthenticationHelper {
    constructor(poolName: string)
    getLargeAValue(callback: Callback<{ toString(radix: number): string }>): void
    getPasswordAuthenticationKey(
      username: string,
      password: string,
      serverB: object,
      salt: object,
      callback: Callback<Uint8Array>,
    ): void
  }
  const module: { default: typeof AuthenticationHelper }
  export default module
}

declare module 'amazon-cognito-identity-js/lib/BigInteger.js' {
  const module: { default: new (text: string, radix: number) => object }
  export default module
}

declare module '*/getAuthenticationHelper.mjs' {
  type AuthenticationHelper = {
    A: { toString(radix: number): string }
    getPasswordAuthenticationKey(input: {
      username: string
      password: string
      serverBValue: object
      salt: object
    }): Promise<Uint8Array>
  }
  export function getAuthenticationHelper(poolName: string): Promise<AuthenticationHelper>
}

declare module '*/BigInteger/BigInteger.mjs' {
  const BigInteger: new (text: string, radix: number) => object
  export default BigInteger
}
