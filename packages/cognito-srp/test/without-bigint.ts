import { Worker } from 'node:worker_threads'

import { bundleForPages } from './bundle.ts'

/**
 * Deletes BigInt in a new worker, and then runs a script in this worker.
 *
 * @param script bundled script, not a module. The script reads `input` and calls `done` with the result or a promise.
 */
export function runWithoutBigInt(script: string, input: unknown): Promise<unknown> {
  const program = `
    const { parentPort, workerData: input } = require('node:worker_threads');
    const done = async (result) => parentPort.postMessage({ result: await result });
    delete globalThis.BigInt;
    if (typeof BigInt !== 'undefined') throw new Error('BigInt was not deleted.');
    ${script}`
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, { eval: true, workerData: input, execArgv: [] })
    worker.once('message', ({ result }: { result: unknown }) => resolve(result))
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The script ended without a result.')))
  })
}

/** Bundles a script that checks the vectors in `input`. The script's result contains one line for each failed vector. */
export function bundleAnswers(): Promise<string> {
  const program = `
    import { findDifferences } from './test/answers.ts'
    import { createSrpWithoutBigInt } from './src/srp/powers/digit-arrays.ts'
    async function answer() {
      const lines = []
      for (const vector of input) {
        const names = await findDifferences((definition) => createSrpWithoutBigInt(definition), vector)
        if (names.length > 0) lines.push(vector.id + ': ' + names.join(', '))
      }
      return lines
    }
    done(answer())`
  return bundleForPages(program, { format: 'iife' })
}
