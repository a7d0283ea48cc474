import { expect, test } from 'vitest'

import { paceLargeDocuments } from './large-documents.ts'

test("a large document waits for the same user's previous large document, but small documents and other users do not wait", async () => {
  const pace = paceLargeDocuments()
  const order: string[] = []
  const work = async (name: string, userId: string, lengthBytes: number) => {
    await pace(userId, lengthBytes)
    order.push(name)
  }
  await Promise.all([
    work('1 MB of ana', 'ana', 1_000_000),
    work('100 kB of ana', 'ana', 100_000),
    work('100 kB of bruno', 'bruno', 100_000),
    work('65 kiB of ana', 'ana', 66_560),
    work('64 kiB of ana', 'ana', 65_536),
  ])
  expect(order.slice(0, 3).toSorted()).toEqual(['1 MB of ana', '100 kB of bruno', '64 kiB of ana'])
  expect(order.slice(3)).toEqual(['100 kB of ana', '65 kiB of ana'])
})
