export * from 'cognito-local/lib/services/totp.js'
