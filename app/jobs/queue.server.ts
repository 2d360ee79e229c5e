import type { Logger } from 'pino'
import type { Enqueue } from '#app/db/db.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { after, minute, second } from '#app/kit/clock.ts'
import { describeFault } from '#app/kit/describe-fault.ts'
import { type Job, PutAside, retryMs, TryLater } from './job.ts'
import {
  type ClaimedJob,
  type EndedRun,
  enqueueIn,
  exchangeJobs,
  keepJobs,
  nextRunOf,
  writeSchedules,
} from './jobs.server.ts'

export type Queue = {
  enqueue: Enqueue
  /** Begins to stop: claims no more jobs, and a moment later aborts what still runs. Queueing still works. */
  windDown: () => void
  /** Claims no more jobs and waits up to ten seconds for the running ones; unfinished ones run again later. */
  stop: () => Promise<void>
}

/** How often the worker looks for jobs that other processes and open transactions wrote: a person may be waiting for an email. */
const lookEveryMs = second / 2
const togetherMs = 10
const keepEveryMs = 15 * second
/** Most runs end by themselves within this time after the shop begins to stop. The rest is aborted. */
const drainMs = 3 * second
const stopLimitMs = 10 * second
/** How long a run may take to end after it was aborted. Then it makes room for others, and stays in hand until it ends. */
const graceMs = 15 * second

type Running = ClaimedJob & { lost: AbortController; begunAt: Date }
type Ending = { fault?: string; isPutAside?: boolean }

/** Looked for twice a second: a NOTIFY with each job would make PostgreSQL commit transactions one after the other. */
export async function startQueue(
  jobs: readonly Job[],
  shop: Shop,
  log: Pick<Logger, 'error'>,
): Promise<Queue> {
  const byName = new Map(jobs.map((job) => [job.name, job]))
  if (byName.size < jobs.length) throw new Error('Two jobs have the same name.')
  const { db, now } = shop
  const free = new Map(jobs.map(({ name, concurrency }) => [name, concurrency ?? 2]))
  const running = new Map<number, Running>()
  const stopping = new AbortController()
  let ended: EndedRun[] = []
  let isStopping = false
  let turn: Promise<void> | undefined
  let isAskedAgain = false

  await writeSchedules(db, jobs, now(), shop.timeZone)

  function wake() {
    isAskedAgain = true
    turn ??= takeTurns().finally(() => {
      turn = undefined
      if (isAskedAgain) wake()
    })
  }

  async function takeTurns() {
    while (isAskedAgain) {
      isAskedAgain = false
      const settled = ended
      ended = []
      const wanted = isStopping
        ? new Map<string, number>()
        : new Map([...free].filter(([, lanes]) => lanes > 0))
      if (wanted.size === 0 && settled.length === 0) return
      try {
        const held = [...running.keys()]
        for (const claimed of await exchangeJobs(db, now(), settled, wanted, held)) void begin(claimed)
      } catch (error) {
        ended.push(...settled)
        log.error({ err: error }, 'The jobs could not be looked up')
        return
      }
    }
  }

  async function begin(claimed: ClaimedJob) {
    const job = byName.get(claimed.job)
    if (!job) return
    const held: Running = { ...claimed, lost: new AbortController(), begunAt: now() }
    running.set(claimed.id, held)
    take(job, -1)
    const ending = await runToItsEnd(job, held)
    const end = await endOf(job, held, ending)
    ended.push(end)
    running.delete(claimed.id)
    // What ends at about the same time leaves together.
    if (running.size > 0) setTimeout(wake, togetherMs).unref()
    else wake()
  }

  function take(job: Job, lanes: number) {
    free.set(job.name, (free.get(job.name) ?? 0) + lanes)
  }

  /** Runs a job until it has ended, also when it takes too long: two runs of one refund must not overlap. */
  async function runToItsEnd(job: Job, { id, run, payload, lost }: Running): Promise<Ending> {
    const noted = { job: job.name, jobId: id, run }
    let isInLane = true
    const leaveLane = () => {
      if (isInLane) take(job, 1)
      isInLane = false
    }
    const limitSeconds = job.limitSeconds ?? 60
    const tooLong = new AbortController()
    const limit = setTimeout(
      () => tooLong.abort(new Error(`It took longer than ${limitSeconds} s.`)),
      limitSeconds * second,
    )
    let patience: NodeJS.Timeout | undefined
    const signal = AbortSignal.any([tooLong.signal, stopping.signal, lost.signal])
    const onAbort = () => {
      patience = setTimeout(() => {
        log.error(noted, 'A run does not end although it was told to')
        leaveLane()
        wake()
      }, graceMs)
    }
    signal.addEventListener('abort', onAbort)
    try {
      if (run > retriesOf(job) + 1) throw new PutAside('Its process ended before it did, each time.')
      const parsed = job.payload.safeParse(payload)
      if (!parsed.success) {
        const fields = parsed.error.issues.map((issue) => issue.path.join('.') || '(all of it)')
        throw new PutAside(`The payload does not fit the job: ${fields.join(', ')}`)
      }
      await job.run(shop, parsed.data, signal)
      signal.throwIfAborted()
      return {}
    } catch (error) {
      const isPutAside = error instanceof PutAside
      const fault = isPutAside ? { fault: error.message } : describeFault(error)
      if (isPutAside) log.error({ ...noted, ...fault }, 'Job put aside')
      else if (!(error instanceof TryLater)) log.error({ ...noted, ...fault }, 'Job failed')
      return { fault: fault.fault, isPutAside }
    } finally {
      clearTimeout(limit)
      clearTimeout(patience)
      // A signal that is listened to lives as long as what it depends on: here, as the process.
      signal.removeEventListener('abort', onAbort)
      leaveLane()
    }
  }

  async function endOf(job: Job, { id, run, begunAt, isScheduled }: Running, { fault, isPutAside }: Ending) {
    const isOver = isPutAside || run > retriesOf(job)
    const retryAt =
      fault === undefined || isOver ? undefined : after(now(), retryMs(run, job.retryDelaySeconds))
    // One queued beside the schedule ends with its run: as a second schedule it would come back each time.
    const every = isScheduled ? job.every : undefined
    // What was due when the run began is done by now, or will not be at once.
    const due = every && (await job.nextDue?.(shop).catch(() => undefined))
    const dates = [
      retryAt,
      every && nextRunOf(every, now(), shop.timeZone),
      due && due > begunAt && due,
    ].filter((date) => date instanceof Date)
    const dueAt = dates.length > 0 ? new Date(Math.min(...dates.map(Number))) : null
    const waitMs = Number(dueAt) - now().getTime()
    if (dueAt && waitMs < minute) setTimeout(wake, Math.max(waitMs, 0)).unref()
    return {
      id,
      run,
      runs: every && !retryAt ? 0 : run,
      dueAt,
      fault: fault ?? null,
      isPutAside: fault !== undefined && isOver,
    }
  }

  async function keep() {
    const held = [...running.values()]
    if (held.length === 0) return
    try {
      const own = await keepJobs(db, now(), held)
      for (const { id, lost } of held)
        if (running.has(id) && !own.has(id)) lost.abort(new TryLater('Another process took it over.'))
    } catch (error) {
      log.error({ err: error }, 'Running jobs could not be kept')
    }
  }

  const looking = setInterval(wake, lookEveryMs).unref()
  const keeping = setInterval(() => void keep(), keepEveryMs).unref()
  wake()

  const windDown = () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => stopping.abort(new TryLater('The shop stops.')), drainMs).unref()
  }
  return {
    async enqueue(job, payload, options) {
      if (!byName.has(job)) throw new Error(`There is no job called ${job}.`)
      await enqueueIn(db)(job, payload, options)
      wake()
    },
    windDown,
    async stop() {
      windDown()
      const isAtWork = () => running.size > 0 || turn !== undefined
      const end = performance.now() + stopLimitMs
      while (isAtWork() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 20))
      clearInterval(looking)
      clearInterval(keeping)
    },
  }
}

const retriesOf = (job: Job) => job.retries ?? 10
