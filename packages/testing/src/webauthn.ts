/**
 * Parameters of the DevTools protocol's `WebAuthn.addVirtualAuthenticator`, for a passkey whose user always consents.
 */
export const VIRTUAL_AUTHENTICATOR = {
  options: {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  },
} as const
