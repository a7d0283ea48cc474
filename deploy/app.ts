import { App, Tags } from 'aws-cdk-lib'

import { QuizStack } from './src/quiz-stack.ts'
import { readSettings } from './src/settings.ts'
import { runCommand } from './src/usage-error.ts'

// The CDK's command runs this file; account and region are those of the credentials it was given.

runCommand(() => {
  const settings = readSettings(process.env)
  const stack = new QuizStack(new App(), settings.stackName, {
    settings,
    env: { account: process.env['CDK_DEFAULT_ACCOUNT'], region: process.env['CDK_DEFAULT_REGION'] },
  })
  Tags.of(stack).add('product', settings.stackName) // tells this stack's costs from others in the account
})
