// oxlint-disable-next-line typescript/triple-slash-reference -- dynalite has no types, and importers need our declaration too
/// <reference path="./dynalite.d.ts" />

import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import dynalite from 'dynalite'
import type { Server } from 'node:http'

import { listen } from './listen.ts'

/** A request to a table, with its IAM action and partition key. */
export type TableRequest = { action: string; partition: string }

/** A local DynamoDB on 127.0.0.1. */
export type TestDynamoDb = {
  /** Environment variables with which an AWS SDK uses this DynamoDB. */
  environment: Record<string, string>
  /** All item requests so far. */
  requests: TableRequest[]
  createClient(): DynamoDBClient
  stop(): Promise<void>
}

const REGION = 'us-east-1'
const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' }

/** Starts an empty DynamoDB on a free port. */
export async function startDynamoDb(): Promise<TestDynamoDb> {
  const server = dynalite({ createTableMs: 0 })
  const requests = recordRequests(server)
  const { url: endpoint, close: stop } = await listen(server)
  return {
    environment: {
      AWS_ENDPOINT_URL_DYNAMODB: endpoint,
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    },
    requests,
    createClient: () => new DynamoDBClient({ endpoint, region: REGION, credentials: CREDENTIALS }),
    stop,
  }
}

type Key = { pk?: { S: string } }
type ItemRequest = { Key?: Key; Item?: Key; ExpressionAttributeValues?: { ':key'?: { S: string } } }

function recordRequests(server: Server): TableRequest[] {
  const requests: TableRequest[] = []
  server.prependListener('request', (request) => {
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? ''
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const partition = partitionOf(JSON.parse(String(Buffer.concat(chunks))))
      if (partition !== undefined) requests.push({ action: `dynamodb:${operation}`, partition })
    })
  })
  return requests
}

function partitionOf({ Key, Item, ExpressionAttributeValues }: ItemRequest): string | undefined {
  return Key?.pk?.S ?? Item?.pk?.S ?? ExpressionAttributeValues?.[':key']?.S
}
