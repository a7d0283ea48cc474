/** Settings that add or change resources, each with the value that has the largest effect. */
export const CHOICES: Record<string, Record<string, string>> = {
  'a custom domain': {
    SITE_DOMAIN: 'quiz.example.com',
    CERTIFICATE_ARN: 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b2c3d',
  },
  'an existing table': { TABLE_NAME: 'revisa-restored' },
  'a sender in SES': { SENDER_EMAIL: 'escola@example.com' },
  'device tracking off': { DEVICE_TRACKING: 'off' },
  'strict passwords': { PASSWORD_MIN_LENGTH: '12', PASSWORD_CHARACTERS: 'lowercase,uppercase,digits,symbols' },
  'required MFA': { MFA: 'required' },
  'threat protection': { USER_POOL_PLAN: 'PLUS', THREAT_PROTECTION: 'enforced' },
  'a firewall for the site': { WAF: 'true' },
  'a firewall for the pool': { WAF_USER_POOL: 'true' },
  alarms: { ALARM_EMAIL: 'escola@example.com' },
  'site logs': { SITE_LOGS: 'true' },
  tracing: { TRACING: 'true' },
  'a revocation check': { CHECK_REVOCATION: 'true' },
  'reserved concurrency': { FUNCTION_CONCURRENCY: '50' },
}

/** Other values of the settings that have more than two values. */
const FURTHER_VALUES: Record<string, Record<string, string>> = {
  'the LITE plan': { USER_POOL_PLAN: 'LITE', THREAT_PROTECTION: 'off' },
  'MFA off': { MFA: 'off', USER_POOL_PLAN: 'PLUS', THREAT_PROTECTION: 'audit' },
  'threat protection in audit mode': { USER_POOL_PLAN: 'PLUS', THREAT_PROTECTION: 'audit' },
}

/**
 * Combinations of settings in which each pair of settings occurs in all four ways (neither, only the first, only the
 * second, and both). The combinations are no settings, each setting alone, all settings, and each other value both
 * alone and together with all settings.
 */
export const COMBINATIONS: Record<string, Record<string, string>> = {
  'no settings': {},
  ...CHOICES,
  'all settings': all(),
  ...FURTHER_VALUES,
  ...Object.fromEntries(
    Object.entries(FURTHER_VALUES).map(([name, variables]) => [`all settings and ${name}`, { ...all(), ...variables }]),
  ),
}

function all(): Record<string, string> {
  return Object.assign({}, ...Object.values(CHOICES))
}
