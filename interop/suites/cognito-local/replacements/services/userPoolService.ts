export * from 'cognito-local/lib/services/userPoolService.js'
