import { Worker } from 'node:worker_threads'

/** What a program in a thread answers to a job. */
export type ThreadReply<Result> = { result: Result } | { failure: { name: string; message: string } }

/** Work that may take long, done beside the event loop. */
export type Threads<Job, Result> = {
  /**
   * Has a job done by the next thread that is free. What the result holds is the caller's; the job is copied unless
   * `transfer` names its memory.
   *
   * @throws ThreadsBusyError when too many jobs wait already
   * @throws ThreadEndedError when the job took too long or too much memory
   */
  run(job: Job, transfer?: readonly ArrayBuffer[]): Promise<Result>
  /** Jobs that are being done, and that wait for a thread. */
  state(): { running: number; waiting: number }
  /** Ends the threads once the jobs that wait are done. */
  close(): Promise<void>
}

export type ThreadsOptions = {
  /** The module that the threads run; see `answerJobs`. */
  program: URL
  /** Threads at a time; each is started by the first job that needs it. */
  count: number
  /** What every thread is given at its start. */
  given?: unknown
  /** Jobs that may wait for a thread. */
  maxWaiting?: number
  /** A job that takes longer is given up, and its thread with it. */
  maxJobMs?: number
  /** Megabytes of objects that a thread may hold. */
  maxHeapMb?: number
}

/** All threads are busy, and more jobs wait than may: try again later. */
export class ThreadsBusyError extends Error {
  override readonly name = 'ThreadsBusyError'
  readonly code = 'ThreadsBusy'
}

/** A thread ended before its job was done: it took too long or too much memory. */
export class ThreadEndedError extends Error {
  override readonly name = 'ThreadEndedError'
  readonly code = 'ThreadEnded'
}

type Task<Job, Result> = {
  job: Job
  transfer: readonly ArrayBuffer[]
  done: (result: Result) => void
  fail: (error: Error) => void
}

/** Threads that do jobs of one kind, each one at a time, in the order in which the jobs came. */
export function startThreads<Job, Result>(options: ThreadsOptions): Threads<Job, Result> {
  const { count, maxWaiting = Infinity, maxJobMs } = options
  const idle = new Set<Worker>()
  const waiting: Task<Job, Result>[] = []
  const running = new Map<Worker, Task<Job, Result>>()
  let whenIdle: (() => void)[] = []

  function start(): Worker {
    const thread = newWorker(options)
    thread.on('message', (reply: ThreadReply<Result>) => {
      const task = leave(thread)
      idle.add(thread)
      thread.unref()
      if ('result' in reply) task?.done(reply.result)
      else task?.fail(Object.assign(new Error(reply.failure.message), { name: reply.failure.name }))
      dispatch()
    })
    const end = (cause: unknown) => {
      idle.delete(thread)
      leave(thread)?.fail(new ThreadEndedError('The thread ended before the job was done.', { cause }))
      dispatch()
    }
    thread.on('error', end)
    thread.on('exit', end)
    return thread
  }

  /** The task that this thread no longer has. */
  function leave(thread: Worker): Task<Job, Result> | undefined {
    const task = running.get(thread)
    running.delete(thread)
    return task
  }

  function dispatch(): void {
    while (running.size < count) {
      const task = waiting.shift()
      if (task === undefined) break
      const [thread = start()] = idle
      idle.delete(thread)
      running.set(thread, task)
      begin(thread, task)
    }
    if (running.size > 0) return
    for (const done of whenIdle) done()
    whenIdle = []
  }

  function begin(thread: Worker, task: Task<Job, Result>): void {
    thread.ref()
    thread.postMessage(task.job, task.transfer)
    if (maxJobMs === undefined) return
    setTimeout(() => {
      if (running.get(thread) === task) void thread.terminate()
    }, maxJobMs).unref()
  }

  return {
    run(job, transfer = []) {
      if (waiting.length >= maxWaiting && running.size >= count) {
        return Promise.reject(new ThreadsBusyError('Too much work waits already.'))
      }
      return new Promise((done, fail) => {
        waiting.push({ job, transfer, done, fail })
        dispatch()
      })
    },
    state: () => ({ running: running.size, waiting: waiting.length }),
    async close() {
      if (running.size > 0) await new Promise<void>((done) => whenIdle.push(done))
      await Promise.all([...idle].map((thread) => thread.terminate()))
    },
  }
}

/** Without this process's own arguments: what it is watched or debugged by is not meant for its threads. */
function newWorker({ program, given, maxHeapMb }: ThreadsOptions): Worker {
  const resourceLimits = maxHeapMb === undefined ? {} : { maxOldGenerationSizeMb: maxHeapMb }
  return new Worker(program, { workerData: given, execArgv: [], resourceLimits })
}
