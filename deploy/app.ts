import { App, Tags } from 'aws-cdk-lib'

import { productStacks } from './src/product-stacks.ts'
import { readSettings } from './src/settings.ts'
import { runCommand } from './src/usage-error.ts'

// The CDK's command runs this file; account and region are those of the credentials it was given.

runCommand(() => {
  const settings = readSettings(process.env)
  const app = new App()
  productStacks(app, settings, {
    account: process.env['CDK_DEFAULT_ACCOUNT'],
    region: process.env['CDK_DEFAULT_REGION'],
  })
  Tags.of(app).add('product', settings.stackName) // tells the product's costs from others in the account
})
