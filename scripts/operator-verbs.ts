// All verbs of the operator's command: usage, arguments and result.
import { z } from 'zod'
import { listAuditEntries, verifyAuditLog } from '#app/access/audit.server.ts'
import { openPlatform } from '#app/features/builds/store.server.ts'
import {
  endDrop,
  openDrop,
  pauseDrop,
  releaseUnit,
  resumeDrop,
} from '#app/features/drops/store/operate.server.ts'
import { findOrder, listOrders } from '#app/features/orders/store.server.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { formatCents } from '#app/kit/money.ts'
import { alertVerbs } from './operator-alerts.ts'
import { balanceVerbs } from './operator-balances.ts'
import { bookkeepingVerbs } from './operator-bookkeeping.ts'
import { claimVerbs } from './operator-claims.ts'
import { paymentVerbs } from './operator-payments.ts'
import { complianceVerbs } from './operator-compliance.ts'
import { courseVerbs } from './operator-courses.ts'
import { dealerRequestVerbs } from './operator-dealer-requests.ts'
import { dealerVerbs } from './operator-dealers.ts'
import { deliveryVerbs } from './operator-delivery.ts'
import { linkVerbs } from './operator-links.ts'
import { refundVerbs } from './operator-refunds.ts'
import { reservationVerbs } from './operator-reservations.ts'
import { staffVerbs } from './operator-staff.ts'
import { stockVerbs } from './operator-stock.ts'
import type { Operator } from './operator.ts'
import { orderSheet, table } from './operator-sheets.ts'
import { done, isNumber, recordRead, refusedBy, type VerbResult, type Verb, words } from './operator-verb.ts'

/** Every verb by its name on the command line. */
export const verbs: Record<string, Verb> = {
  orders: { usage: 'orders', about: 'the newest orders', takes: words(0), run: showOrders },
  order: {
    usage: 'order <id>',
    about: 'one order in full',
    takes: words(1),
    run: showOrder,
  },
  release: {
    usage: 'release <slug> <number>',
    about:
      'releases a number: a held one loses its order; a sold one must be refunded first, and is never released once at the dealer',
    takes: ([slug, number, ...more]) => slug !== undefined && isNumber(number) && more.length === 0,
    run: release,
  },
  open: dropVerb('open', 'opens a drop that is coming soon', openDrop),
  pause: dropVerb('pause', 'pauses a drop: its numbers cannot be held', pauseDrop),
  resume: dropVerb('resume', 'resumes a paused drop', resumeDrop),
  end: dropVerb('end', 'archives a drop permanently', endDrop),
  platform: {
    usage: 'platform <id>',
    about: 'makes a coming platform available, and emails its waitlist',
    takes: words(1),
    run: openComingPlatform,
  },
  jobs: {
    usage: 'jobs [retry <id> | <job> | all]',
    about: 'failed jobs; retry queues one, those of one name, or all again',
    takes: (args) => args.length === 0 || (args.length === 2 && args[0] === 'retry'),
    run: showJobs,
  },
  ...reservationVerbs,
  ...balanceVerbs,
  ...alertVerbs,
  ...paymentVerbs,
  ...refundVerbs,
  ...bookkeepingVerbs,
  ...complianceVerbs,
  ...claimVerbs,
  ...dealerVerbs,
  ...dealerRequestVerbs,
  ...linkVerbs,
  ...deliveryVerbs,
  ...courseVerbs,
  ...stockVerbs,
  ...staffVerbs,
  audit: {
    usage: 'audit [verify [<row> <hash>]]',
    about: 'what operators did, newest first; verify checks the whole chain, up to a recorded head',
    takes: ([verify, ...noted]) =>
      verify === undefined ||
      (verify === 'verify' && (noted.length === 0 || (noted.length === 2 && isNumber(noted[0])))),
    run: showAudit,
  },
}

/** The usage of all verbs. */
export function usage(): string {
  const widest = Math.max(...Object.values(verbs).map((verb) => verb.usage.length))
  const lines = Object.values(verbs).map((verb) => `  ${verb.usage.padEnd(widest)}  ${verb.about}`)
  return ['Usage: npm run operate -- <verb>', '', ...lines].join('\n')
}

async function showOrders({ paymentCtx, timeZone }: Operator): Promise<VerbResult> {
  const orders = await listOrders(paymentCtx.db)
  if (orders.length === 0) return done('There are no orders yet.')
  const rows = orders.map(({ id, state, createdAt, capturedCents, refundedCents }) => [
    id,
    state,
    formatMoment(createdAt, timeZone),
    formatCents(capturedCents - refundedCents),
  ])
  return done(table(['Order', 'State', 'Started', 'Net paid'], rows))
}

async function showOrder(operator: Operator, [id = '']: string[]): Promise<VerbResult> {
  const { paymentCtx, timeZone } = operator
  const order = await findOrder(paymentCtx.db, normalizeCode(id))
  if (!order) return refusedBy({ ok: false, why: 'order_not_found' })
  await recordRead(operator, 'order', order.id)
  return done(await orderSheet(paymentCtx.db, order, timeZone))
}

async function release({ act, sellables }: Operator, [slug = '', number]: string[]): Promise<VerbResult> {
  const subject = `${slug} ${number}`
  const released = await act({ verb: 'release', subject }, (work) =>
    releaseUnit(work, sellables, slug, Number(number)),
  )
  if (!released.ok) return refusedBy(released)
  const lost = released.orderId ? ` Order ${released.orderId} is canceled.` : ''
  return done(`Number ${number} of ${slug} is open again; it was ${released.was}.${lost}`)
}

function dropVerb(verb: string, about: string, change: typeof openDrop | typeof pauseDrop): Verb {
  return {
    usage: `${verb} <slug>`,
    about,
    takes: words(1),
    async run({ act }, [slug = '']) {
      const changed = await act<{ ok: true; was: string }>({ verb, subject: slug }, (work) =>
        change(work, slug),
      )
      return changed.ok ? done(`${slug}: ${verb}, done. It was ${changed.was}.`) : refusedBy(changed)
    },
  }
}

async function openComingPlatform({ act }: Operator, [id = '']: string[]): Promise<VerbResult> {
  const opened = await act<{ ok: true; name: string }>({ verb: 'platform', subject: id }, (work) =>
    openPlatform(work, id),
  )
  return opened.ok
    ? done(`${opened.name} is available now. Its waitlist is emailed within a minute.`)
    : refusedBy(opened)
}

async function showJobs({ queue, timeZone }: Operator, [retry, which = '']: string[]): Promise<VerbResult> {
  if (retry) {
    if (!/^[a-z0-9-]+$/i.test(which)) return refusedBy({ ok: false, why: 'job_not_found' })
    const isId = z.uuid().safeParse(which).success
    const moved = await queue.retryFailed(which === 'all' ? which : isId ? { id: which } : { job: which })
    if (moved === 0) return refusedBy({ ok: false, why: 'job_not_found' })
    return done(moved === 1 ? '1 job is queued again.' : `${moved} jobs are queued again.`)
  }
  const failed = await queue.listFailed()
  if (failed.length === 0) return done('There are no failed jobs.')
  const rows = failed.map(({ id: job, job: name, failedAt, runs, fault }) => [
    job,
    name,
    formatMoment(failedAt, timeZone),
    String(runs),
    fault,
  ])
  return done(table(['Id', 'Job', 'Failed', 'Runs', 'Fault'], rows))
}

async function verifyAudit({ paymentCtx }: Operator, [row, hash]: string[]): Promise<VerbResult> {
  const verdict = await verifyAuditLog(paymentCtx.db, row && hash ? { id: Number(row), hash } : undefined)
  if (!verdict.ok)
    return { isDone: false, words: `The log was changed: row ${verdict.brokenAt} does not match its hash.` }
  const { head } = verdict
  return done(head ? `The log is intact. Its head: row ${head.id}, hash ${head.hash}` : 'The log is empty.')
}

async function showAudit(operator: Operator, [verify, ...noted]: string[]): Promise<VerbResult> {
  if (verify) return verifyAudit(operator, noted)
  const { paymentCtx, timeZone } = operator
  const acts = await listAuditEntries(paymentCtx.db)
  if (acts.length === 0) return done('The log is empty.')
  const rows = acts.map(({ at, actor, verb, subject, data }) => [
    formatMoment(at, timeZone),
    actor,
    verb,
    subject,
    Object.entries(data)
      .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
      .join(', '),
  ])
  return done(table(['When', 'Who', 'What', 'On', 'More'], rows))
}
