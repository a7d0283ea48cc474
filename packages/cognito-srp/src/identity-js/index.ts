export * from './public-names.ts'
// Programs that use amazon-cognito-identity-js also write `import AmazonCognitoIdentity from …`.
// oxlint-disable-next-line import/no-default-export
export * as default from './public-names.ts'
