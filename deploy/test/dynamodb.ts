import type { AddressInfo } from 'node:net'
import dynalite from 'dynalite'

/** One request that reached the table: its IAM action and the partition it touched. */
export type TableRequest = { action: string; partition: string }

/** DynamoDB's wire protocol on 127.0.0.1, with a record of every request to an item. */
export type RecordedDynamoDb = { url: string; requests: TableRequest[]; close(): Promise<void> }

/** Starts an empty DynamoDB on a free port. */
export async function startDynamoDb(): Promise<RecordedDynamoDb> {
  const server = dynalite({ createTableMs: 0 })
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
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () => new Promise((done) => server.close(() => done())),
  }
}

type Key = { pk?: { S: string } }
type ItemRequest = { Key?: Key; Item?: Key; ExpressionAttributeValues?: { ':key'?: { S: string } } }

function partitionOf({ Key, Item, ExpressionAttributeValues }: ItemRequest): string | undefined {
  return Key?.pk?.S ?? Item?.pk?.S ?? ExpressionAttributeValues?.[':key']?.S
}
