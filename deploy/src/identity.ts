import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib'
import {
  AccountRecovery,
  CfnUserPoolRiskConfigurationAttachment,
  ClientAttributes,
  FeaturePlan,
  Mfa,
  StandardThreatProtectionMode,
  UserPool,
  type UserPoolClient,
  UserPoolEmail,
  type DeviceTracking,
  type PasswordPolicy,
  type UserPoolProps,
} from 'aws-cdk-lib/aws-cognito'
import { Construct } from 'constructs'

import { codeMail, invitationMail } from './mail-texts.ts'
import type { Settings } from './settings.ts'

/** Period in which the app can repeat a refresh whose response was lost. Cognito allows at most 60 seconds. */
const ROTATION_GRACE = Duration.seconds(60)

const PLANS = { LITE: FeaturePlan.LITE, ESSENTIALS: FeaturePlan.ESSENTIALS, PLUS: FeaturePlan.PLUS }

const MFA = { off: Mfa.OFF, optional: Mfa.OPTIONAL, required: Mfa.REQUIRED }

/**
 * Attributes that students can change. Students cannot change their e-mail address, because an attacker with a stolen
 * access token could otherwise set another address, confirm it, and reset the password.
 */
const OWN_ATTRIBUTES = new ClientAttributes().withStandardAttributes({ fullname: true, phoneNumber: true })

const TEMPORARY_PASSWORD_VALIDITY = Duration.days(7)

/** The user pool and the app's client. The client is public and therefore has no secret. */
export class Identity extends Construct {
  readonly userPool: UserPool
  readonly client: UserPoolClient

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id)
    this.userPool = new UserPool(this, 'UserPool', {
      featurePlan: PLANS[settings.userPoolPlan],
      signInAliases: { email: true },
      signInCaseSensitive: false,
      selfSignUpEnabled: false, // the product has no sign-up screen, so an administrator creates students
      autoVerify: { email: true },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      mfa: MFA[settings.mfa],
      ...(settings.mfa !== 'off' && { mfaSecondFactor: { otp: true, sms: false } }),
      passwordPolicy: passwordPolicy(settings.passwords),
      ...threatProtection(settings.threatProtection),
      ...(settings.deviceTracking !== 'off' && { deviceTracking: deviceTracking(settings.deviceTracking) }),
      ...(settings.senderEmail && { email: UserPoolEmail.withSES({ fromEmail: settings.senderEmail }) }),
      userInvitation: invitationMail(settings),
      userVerification: codeMail(settings),
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    })
    acknowledgeFindings(this.userPool, settings)
    this.client = this.userPool.addClient('App', {
      generateSecret: false,
      authFlows: { userSrp: true },
      disableOAuth: true,
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      writeAttributes: OWN_ATTRIBUTES,
      accessTokenValidity: Duration.minutes(settings.accessTokenMinutes),
      idTokenValidity: Duration.minutes(settings.accessTokenMinutes),
      refreshTokenValidity: Duration.days(settings.refreshTokenDays),
      ...(settings.userPoolPlan !== 'LITE' && { refreshTokenRotationGracePeriod: ROTATION_GRACE }),
    })
    if (settings.threatProtection === 'enforced') configureRiskActions(this, this.userPool.userPoolId)
  }
}

function passwordPolicy({ minLength, characters }: Settings['passwords']): PasswordPolicy {
  return {
    minLength,
    requireLowercase: characters.includes('lowercase'),
    requireUppercase: characters.includes('uppercase'),
    requireDigits: characters.includes('digits'),
    requireSymbols: characters.includes('symbols'),
    tempPasswordValidity: TEMPORARY_PASSWORD_VALIDITY,
  }
}

function threatProtection(choice: Settings['threatProtection']): Partial<UserPoolProps> {
  if (choice === 'off') return {}
  const { AUDIT_ONLY, FULL_FUNCTION } = StandardThreatProtectionMode
  return { standardThreatProtectionMode: choice === 'audit' ? AUDIT_ONLY : FULL_FUNCTION }
}

/**
 * Actions of enforced threat protection. Leaked passwords are detected only when a user chooses a password, because
 * Cognito does not receive the password when a user signs in with SRP. Threat protection does not send e-mails, because
 * they would need a sender and templates.
 */
function configureRiskActions(scope: Construct, userPoolId: string): CfnUserPoolRiskConfigurationAttachment {
  const act = (eventAction: string) => ({ eventAction, notify: false })
  return new CfnUserPoolRiskConfigurationAttachment(scope, 'AnswerToRisk', {
    userPoolId,
    clientId: 'ALL',
    compromisedCredentialsRiskConfiguration: { actions: { eventAction: 'BLOCK' } },
    accountTakeoverRiskConfiguration: {
      actions: {
        lowAction: act('NO_ACTION'),
        mediumAction: act('MFA_IF_CONFIGURED'),
        highAction: act('BLOCK'),
      },
    },
  })
}

function deviceTracking(choice: 'opt-in' | 'always'): DeviceTracking {
  return { challengeRequiredOnNewDevice: true, deviceOnlyRememberedOnUserPrompt: choice === 'opt-in' }
}

/** Acknowledges the findings that cdk-nag's AWS Solutions rules report for these settings, each with a reason. */
function acknowledgeFindings(userPool: UserPool, { passwords, mfa, userPoolPlan }: Settings): void {
  const accepted = Validations.of(userPool)
  if (!(['uppercase', 'digits', 'symbols'] as const).every((kind) => passwords.characters.includes(kind)))
    accepted.acknowledge({
      id: 'AwsSolutions-COG1',
      reason: 'The specification requires eight characters of any kind; PASSWORD_CHARACTERS can require more.',
    })
  if (mfa !== 'required')
    accepted.acknowledge({
      id: 'AwsSolutions-COG2',
      reason:
        'An authenticator is optional, because pupils without a phone also sign in; MFA=required makes it mandatory.',
    })
  if (userPoolPlan !== 'PLUS')
    accepted.acknowledge({
      id: 'AwsSolutions-COG8',
      reason: "Threat protection is charged per active user, so it is the owner's choice (USER_POOL_PLAN=PLUS).",
    })
}
