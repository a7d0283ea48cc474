import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import dynalite from 'dynalite'
import type { AddressInfo } from 'node:net'

/** A DynamoDB of our own on 127.0.0.1; `environment` leads the AWS SDK of another process to it. */
export type TestDynamoDb = {
  environment: Record<string, string>
  createClient(): DynamoDBClient
  stop(): Promise<void>
}

const REGION = 'us-east-1'
const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' }

/** Starts dynalite on any free port. */
export async function startDynamoDb(): Promise<TestDynamoDb> {
  const server = dynalite({ createTableMs: 0 })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    environment: {
      AWS_ENDPOINT_URL_DYNAMODB: endpoint,
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    },
    createClient: () => new DynamoDBClient({ endpoint, region: REGION, credentials: CREDENTIALS }),
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
