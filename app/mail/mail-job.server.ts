import { z } from 'zod'
import { transact } from '#app/db/db.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { defineJob, type Job, PutAside } from '#app/jobs/job.ts'
import { after, day, hour, minute } from '#app/kit/clock.ts'
import { describeFault } from '#app/kit/describe-fault.ts'
import { countOf } from '#app/kit/count.ts'
import { MailFailure } from './mailer.ts'
import { type Mailing, mailOnce, wasMailSentSince } from './send-once.server.ts'

/** Retries within two days: delays grow to 15 minutes, which they reach after about 20 minutes. */
const retriesInTwoDays = 2 * 24 * 4 + 10

/** How one kind of mail is made from its payload, which holds ids only and no personal data. */
type MailKind<Payload, Read = undefined> = {
  payload: z.ZodType<Payload>
  /** Mail with the same key is sent once. */
  key: (payload: Payload) => string
  /** What the mail is about, read in the round trip that claims it. */
  read?: (shop: Shop, payload: Payload) => Promise<Read>
  /** Reads recipient and content when the mail is sent, `undefined` where nothing is to be said any more. */
  write: (shop: Shop, payload: Payload, read: Read) => Promise<Mailing | undefined>
}

export function mailJob<Payload extends object, Read = undefined>(
  name: string,
  { payload: parser, key, read, write }: MailKind<Payload, Read>,
): Job {
  return defineMailJob<Payload>({
    name,
    payload: parser,
    run: (shop, payload) =>
      mailOnce<Read>(
        shop,
        key(payload),
        (found) => write(shop, payload, found),
        read && (() => read(shop, payload)),
      ),
  })
}

type Refused = { refusals?: number | undefined }

/** Retried for two days before it is put aside; only a few times for a refused recipient, or where it may have arrived. */
export function defineMailJob<Payload extends object>(job: Job<Payload>): Job<Payload & Refused> {
  return defineJob({
    retries: retriesInTwoDays,
    ...job,
    payload: z.intersection(job.payload, z.object({ refusals: z.int().optional() })),
    async run(shop, payload, signal) {
      try {
        await job.run(shop, payload, signal)
      } catch (error) {
        if (!(error instanceof MailFailure) || !(error.isFinal || error.mayHaveArrived)) throw error
        await tryAgainOrGiveUp(shop, job.name, payload, error)
      }
    },
  })
}

/** One try would do for an address that does not exist. But some servers greylist with 5xx replies, for minutes to hours. */
const waitsMs = [10 * minute, hour, 4 * hour] as const
const longestWaitMs = waitsMs[2]

/** How many refusals fit into two days. A mail that fails for longer is given up whatever the reason, as in any other outage. */
const maxRefusals = waitsMs.length + Math.ceil((2 * day) / longestWaitMs)

/** Another try follows much later than the queue's own. @throws PutAside when there were enough of them. */
async function tryAgainOrGiveUp(shop: Shop, name: string, payload: Refused, failure: MailFailure) {
  const refusals = (payload.refusals ?? 0) + 1
  const waitMs = waitsMs[refusals - 1] ?? longestWaitMs
  const { fault } = describeFault(failure)
  // A server that accepts nobody's mail gives the same replies: until it has accepted somebody else's, the mail stays.
  const hasServerWorked = await wasMailSentSince(shop.db, after(shop.now(), -waitMs))
  if (refusals > (hasServerWorked ? waitsMs.length : maxRefusals)) {
    const outcome = failure.mayHaveArrived ? 'Taken without an answer' : 'Refused'
    throw new PutAside(`${outcome} ${countOf(refusals, 'time')}. ${fault}`)
  }
  shop.log.warn({ job: name, refusals, fault }, 'The mail server refuses a mail or does not answer')
  const startAfter = after(shop.now(), waitMs)
  await transact(shop, ({ enqueue }) => enqueue(name, { ...payload, refusals }, { startAfter }))
}
