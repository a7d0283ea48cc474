import { isCognitoError } from '@cognito-srp/client'

/** Returns a message that explains a failed sign-in to the user. Rethrows programming errors. */
export function explain(error: unknown): string {
  if (!isCognitoError(error)) throw error
  if (error.name !== 'HostedLoginError') return 'The server cannot be reached. Please try again.'
  switch (error.reason) {
    case 'cancelled':
    case 'closed':
      return 'You cancelled the sign-in.'
    case 'blocked':
      return 'Please allow popups for this site.'
    case 'timeout':
      return 'The sign-in took too long. Please try again.'
    default:
      return 'The sign-in failed. Please try again.'
  }
}
