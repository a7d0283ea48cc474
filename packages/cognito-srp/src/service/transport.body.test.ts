import { expect, test, vi } from 'vitest'

import { rejection, testClient } from '../../test/clients.ts'
import type { ScriptedAnswer } from '../../test/scripted-pool.ts'
import { NetworkError, ServiceError, TimeoutError } from '../errors.ts'
import { callService } from './transport.ts'

function answering(answer: ScriptedAnswer) {
  const { client, pool } = testClient()
  pool.on('GetUser', answer)
  return callService(client, 'GetUser', {})
}

test('JSON is read even if the content type is text/plain', async () => {
  const answer = { text: '{"Username":"ana"}', headers: { 'content-type': 'text/plain' } }
  expect(await answering(answer)).toEqual({ Username: 'ana' })
})

test('a fetch that does not return a Response causes a NetworkError', async () => {
  const failed = { ok: false, status: 400, text: async () => '{}' }
  const unreadable = { ok: true, status: 200, text: async () => '<p>Log in to the hotel</p>' }
  for (const answer of [undefined, {}, failed, unreadable]) {
    const { client } = testClient({ fetch: async () => answer as unknown as Response })
    const error = await rejection(callService(client, 'GetUser', {}))
    expect(error).toMatchObject({ name: 'NetworkError', cause: expect.any(TypeError) })
  }
})

test('an operation without output succeeds with an empty body or a JSON object, but not with other text', async () => {
  const { client, pool } = testClient()
  pool.on('DeleteUser', { text: '' }, { json: {} }, { text: '<p>Log in to the hotel</p>' }, { status: 500, text: '' })
  const command = () => callService(client, 'DeleteUser', {}, { mayBeEmpty: true })
  await command()
  await command()
  expect(await rejection(command())).toBeInstanceOf(ServiceError)
  expect(await rejection(command())).toMatchObject({ statusCode: 500 })
})

const LONGEST_ANSWER = JSON.stringify({ text: 'x'.repeat(1_000_000 - '{"text":""}'.length) })

test('a response of one megabyte is read, and a longer response is rejected', async () => {
  expect(await answering({ text: LONGEST_ANSWER })).toHaveProperty('text')
  const error = await rejection(answering({ text: `${LONGEST_ANSWER} ` }))
  expect(error).toMatchObject({ name: 'ServiceError', code: 'UnknownError', statusCode: 200 })
})

test('an endless body is cancelled when it exceeds one megabyte', async () => {
  let sentBytes = 0
  const cancel = vi.fn()
  const { client } = testClient({
    fetch: async (_url, { signal }) => {
      const body = new ReadableStream({
        pull(controller) {
          if (signal?.aborted) return controller.error(signal.reason) // like the end of a platform's body
          sentBytes += 100_000
          controller.enqueue(new Uint8Array(100_000).fill(0x20))
        },
        cancel,
      })
      return new Response(body)
    },
  })
  const error = await rejection(callService(client, 'GetUser', {}))
  expect(error).toMatchObject({ name: 'ServiceError', code: 'UnknownError', statusCode: 200 })
  expect(sentBytes).toBeLessThan(3_000_000)
  expect(cancel).toHaveBeenCalledOnce()
})

test('a truncated body causes a NetworkError and no unhandled rejection', async () => {
  const body = () =>
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"a":'))
        controller.error(new TypeError('terminated'))
      },
    })
  const { client } = testClient({ fetch: async () => new Response(body()) })
  const error = await rejection(callService(client, 'GetUser', {}))
  expect(error).toMatchObject({ name: 'NetworkError', cause: new TypeError('terminated') })
})

test('without streams, a body above one megabyte is not parsed', async () => {
  const answer = { ok: true, status: 200, headers: new Headers(), text: async () => `${LONGEST_ANSWER} ` }
  const { client } = testClient({ fetch: async () => answer })
  expect(await rejection(callService(client, 'GetUser', {}))).toBeInstanceOf(ServiceError)
})

test('a body that is not a platform stream is read with `text`', async () => {
  const answer = { ok: true, status: 200, headers: new Headers(), text: async () => '{"a":1}' }
  for (const body of [null, { pipe: () => {} }]) {
    const { client } = testClient({ fetch: async () => Object.assign(answer, { body }) })
    expect(await callService(client, 'GetUser', {})).toEqual({ a: 1 })
  }
})

test('a stream is read once, even if a chunk ends in the middle of a character', async () => {
  const bytes = new TextEncoder().encode('{"a":"ção"}')
  const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte))
  const body = new ReadableStream({
    pull: (controller) => (pieces.length > 0 ? controller.enqueue(pieces.shift()) : controller.close()),
  })
  const answer = new Response(body)
  const again = [vi.spyOn(answer, 'clone'), vi.spyOn(answer, 'text')]
  const { client } = testClient({ fetch: async () => answer })
  expect(await callService(client, 'GetUser', {})).toEqual({ a: 'ção' })
  for (const read of again) expect(read).not.toHaveBeenCalled()
})

test('null values are omitted from objects and lists', async () => {
  expect(await answering({ text: '{"Username":null,"List":[null,"a"]}' })).toStrictEqual({ List: ['a'] })
})

test.each(['AbortController', 'TextDecoder'])(
  'responses are read even if %s is missing or its constructor throws',
  async (name) => {
    const broken = function Broken() {
      throw new TypeError('not in this sandbox')
    }
    for (const stub of [undefined, broken]) {
      vi.stubGlobal(name, stub)
      try {
        const { client, pool } = testClient({ timeoutMs: 20 })
        pool.on('GetUser', { json: { Username: 'Ação' } }, 'drop', () => new Promise(() => {}))
        expect(await callService(client, 'GetUser', {})).toEqual({ Username: 'Ação' })
        expect('signal' in (pool.requests[0]?.request ?? {})).toBe(name !== 'AbortController')
        expect(await rejection(callService(client, 'GetUser', {}))).toBeInstanceOf(NetworkError)
        expect(await rejection(callService(client, 'GetUser', {}))).toBeInstanceOf(TimeoutError)
      } finally {
        vi.unstubAllGlobals()
      }
    }
  },
)
