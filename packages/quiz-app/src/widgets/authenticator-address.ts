/**
 * What the QR code of an authenticator app says (Key Uri Format of Google Authenticator).
 *
 * @param secretCode base32, as the service gives it
 */
export function authenticatorAddress(issuer: string, account: string, secretCode: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${encodeURIComponent(secretCode)}&issuer=${encodeURIComponent(issuer)}`
}
