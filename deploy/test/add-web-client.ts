import { Duration } from 'aws-cdk-lib'
import type { UserPool, UserPoolClient } from 'aws-cdk-lib/aws-cognito'

export function addWebClient(userPool: UserPool): UserPoolClient {
  return userPool.addClient('Web', {
    userPoolClientName: 'web',
    generateSecret: false,
    authFlows: { userSrp: true, user: true },
    preventUserExistenceErrors: true,
    enableTokenRevocation: true,
    refreshTokenRotationGracePeriod: Duration.seconds(60),
    disableOAuth: true,
  })
}
