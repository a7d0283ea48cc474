import { App, Tags } from 'aws-cdk-lib'

import { productStacks } from './src/product-stacks.ts'
import { readSettings } from './src/settings.ts'
import { runCommand } from './src/usage-error.ts'

// The CDK command runs this file. Account and region come from the command's credentials.

runCommand(() => {
  const settings = readSettings(process.env)
  const app = new App()
  productStacks(app, settings, {
    account: process.env['CDK_DEFAULT_ACCOUNT'],
    region: process.env['CDK_DEFAULT_REGION'],
  })
  Tags.of(app).add('product', settings.stackName) // separates the product's costs from others in the account
})
