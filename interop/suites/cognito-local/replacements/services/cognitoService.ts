export * from 'cognito-local/lib/services/cognitoService.js'
