import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { paceLargeDocuments } from './large-documents.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

/**
 * Creates a pace for documents. `load` returns the length of a document, and `loaded` lists the names of the documents
 * in the order of their loads.
 */
function startPace() {
  const pace = paceLargeDocuments()
  const loaded: string[] = []
  const process = (name: string, userId: string, load: () => number | Promise<number>) =>
    pace(
      userId,
      () => {
        loaded.push(name)
        return load()
      },
      (lengthBytes) => lengthBytes,
    )
  return { loaded, process }
}

test('the next document of a user is loaded when the pause after a large document is over', async () => {
  const { loaded, process } = startPace()
  void process('1 MB of ana', 'ana', () => 1_000_000)
  void process('100 kB of ana', 'ana', () => 100_000)
  void process('10 B of ana', 'ana', () => 10)
  void process('100 kB of bruno', 'bruno', () => 100_000)
  await vi.advanceTimersByTimeAsync(99)
  expect(loaded.toSorted()).toEqual(['1 MB of ana', '100 kB of bruno'])
  await vi.advanceTimersByTimeAsync(1)
  expect(loaded.slice(2)).toEqual(['100 kB of ana'])
  await vi.advanceTimersByTimeAsync(10)
  expect(loaded.slice(3)).toEqual(['10 B of ana'])
})

test('there is no pause after a document of 64 KiB', async () => {
  const { loaded, process } = startPace()
  await process('first', 'ana', () => 65_536)
  await process('second', 'ana', () => 65_537)
  void process('third', 'ana', () => 10)
  await vi.advanceTimersByTimeAsync(5)
  expect(loaded).toEqual(['first', 'second'])
  await vi.advanceTimersByTimeAsync(2)
  expect(loaded).toEqual(['first', 'second', 'third'])
})

test('a document whose load fails does not delay the next document', async () => {
  const { loaded, process } = startPace()
  const failed = process('first', 'ana', () => Promise.reject(new Error('no connection')))
  const next = process('second', 'ana', () => 10)
  await expect(failed).rejects.toThrow('no connection')
  await next
  expect(loaded).toEqual(['first', 'second'])
})

test('a document whose load never ends delays the next document by ten seconds', async () => {
  const { loaded, process } = startPace()
  void process('first', 'ana', () => new Promise(() => {}))
  void process('second', 'ana', () => 10)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(loaded).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(1)
  expect(loaded).toEqual(['first', 'second'])
})
