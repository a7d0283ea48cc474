// A class that amazon-cognito-identity-js exports without a type, limited to the parts that the adapter uses.

declare module 'amazon-cognito-identity-js' {
  export class AuthenticationHelper {
    constructor(poolName: string)
    generateRandomString(): string
    generateHashDevice(deviceGroupKey: string, deviceKey: string, callback: (error: Error | null) => void): void
    getSaltDevices(): string
    getVerifierDevices(): string
  }
}
