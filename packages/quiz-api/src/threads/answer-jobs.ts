import { parentPort } from 'node:worker_threads'

import type { ThreadReply } from './threads.ts'

/** What a job came to, and the memory of it that may be handed over instead of copied. */
export type Answer<Result> = { result: Result; transfer?: readonly ArrayBuffer[] }

/** Makes this thread answer the jobs that `startThreads` hands it. */
export function answerJobs(answer: (job: never) => Answer<unknown> | Promise<Answer<unknown>>): void {
  const reply = (message: ThreadReply<unknown>, transfer: readonly ArrayBuffer[] = []) =>
    parentPort?.postMessage(message, transfer)

  async function answerOne(job: never): Promise<void> {
    try {
      const { result, transfer } = await answer(job)
      reply({ result }, transfer)
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error))
      reply({ failure: { name, message } })
    }
  }

  parentPort?.on('message', (job: unknown) => void answerOne(job as never))
}
