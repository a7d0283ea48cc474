/** What the DevTools protocol's `WebAuthn.addVirtualAuthenticator` takes: a passkey whose owner always agrees. */
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
