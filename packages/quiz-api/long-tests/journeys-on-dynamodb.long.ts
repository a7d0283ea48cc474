// Runs all browser tests of the app in Chromium with questions and statistics in DynamoDB (dynalite) instead of SQLite.
// Only STORE and the AWS SDK's environment variables differ. The app must have been built.

import { startDynamoDb } from '@cognito-srp/testing/dynamodb'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

const REPOSITORY = resolve(import.meta.dirname, '../../..')

const dynamoDb = await startDynamoDb()
const environment = { ...process.env, ...dynamoDb.environment, STORE: 'dynamodb:quiz' }
const journeys = spawn('playwright', ['test'], { cwd: REPOSITORY, env: environment, stdio: 'inherit' })
const [code] = await once(journeys, 'exit')
await dynamoDb.stop()
process.exitCode = code === 0 ? 0 : 1
