import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import {
  AccountRecovery,
  FeaturePlan,
  Mfa,
  UserPool,
  type UserPoolClient,
  UserPoolEmail,
  type DeviceTracking,
} from 'aws-cdk-lib/aws-cognito'
import { Construct } from 'constructs'

import { codeMail, invitationMail } from './mail-texts.ts'
import type { Settings } from './settings.ts'

/** Long enough for a reply lost on a phone to be asked for again; Cognito allows no more. */
const ROTATION_GRACE = Duration.seconds(60)

/** The specification's minimum. */
const PASSWORD_MIN_LENGTH = 8

const TEMPORARY_PASSWORD_VALIDITY = Duration.days(7)

/** Who may sign in: the user pool, and the app's client, which is public and therefore has no secret. */
export class Identity extends Construct {
  readonly userPool: UserPool
  readonly client: UserPoolClient

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id)
    this.userPool = new UserPool(this, 'UserPool', {
      featurePlan: settings.userPoolPlan === 'LITE' ? FeaturePlan.LITE : FeaturePlan.ESSENTIALS,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      selfSignUpEnabled: false, // the product has no sign-up screen: an administrator creates students
      autoVerify: { email: true },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      passwordPolicy: {
        minLength: PASSWORD_MIN_LENGTH,
        requireLowercase: false,
        requireUppercase: false,
        requireDigits: false,
        requireSymbols: false,
        tempPasswordValidity: TEMPORARY_PASSWORD_VALIDITY,
      },
      ...(settings.deviceTracking !== 'off' && { deviceTracking: deviceTracking(settings.deviceTracking) }),
      ...(settings.senderEmail && { email: UserPoolEmail.withSES({ fromEmail: settings.senderEmail }) }),
      userInvitation: invitationMail(settings),
      userVerification: codeMail(settings),
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    })
    this.client = this.userPool.addClient('App', {
      generateSecret: false,
      authFlows: { userSrp: true },
      disableOAuth: true,
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(30),
      ...(settings.userPoolPlan !== 'LITE' && { refreshTokenRotationGracePeriod: ROTATION_GRACE }),
    })
  }
}

function deviceTracking(choice: 'opt-in' | 'always'): DeviceTracking {
  return { challengeRequiredOnNewDevice: true, deviceOnlyRememberedOnUserPrompt: choice === 'opt-in' }
}
