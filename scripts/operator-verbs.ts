// What the operator can do, verb by verb: how it is called, how many words it takes, and what it answers.
import { z } from 'zod'
import { listAuditEntries, verifyAuditLog } from '#app/access/audit.server.ts'
import { openPlatform } from '#app/features/builds/store/opening.server.ts'
import {
  endDrop,
  openDrop,
  pauseDrop,
  releaseUnit,
  resumeDrop,
} from '#app/features/drops/store/operate.server.ts'
import { type Stage, stages } from '#app/features/orders/rules.ts'
import { findOrder, listOrders, moveStage } from '#app/features/orders/store.server.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import { normalizeCode } from '#app/kit/ids.ts'
import { formatCents } from '#app/kit/money.ts'
import { alertVerbs } from './operator-alerts.ts'
import { bookkeepingVerbs } from './operator-bookkeeping.ts'
import { claimVerbs } from './operator-claims.ts'
import { paymentVerbs } from './operator-payments.ts'
import { complianceVerbs } from './operator-compliance.ts'
import { courseVerbs } from './operator-courses.ts'
import { dealerVerbs } from './operator-dealers.ts'
import { deliveryVerbs } from './operator-delivery.ts'
import { linkVerbs } from './operator-links.ts'
import { refundVerbs } from './operator-refunds.ts'
import { stockVerbs } from './operator-stock.ts'
import type { Operator } from './operator.ts'
import { orderSheet, table } from './operator-sheets.ts'
import { done, recordRead, refusedBy, type Said, type Verb, words } from './operator-verb.ts'

/** Every verb by its name on the command line. */
export const verbs: Record<string, Verb> = {
  orders: { usage: 'orders', about: 'the newest orders', takes: words(0), run: showOrders },
  order: {
    usage: 'order <id>',
    about: 'one order with everything about it',
    takes: words(1),
    run: showOrder,
  },
  stage: {
    usage: 'stage <order> [<line>] <stage>',
    about: `moves a reservation one stage on or back, and mails its buyer; all of an order, or one line: ${stages.join(', ')}`,
    takes: (args) => stageArgs(args) !== undefined,
    run: moveToStage,
  },
  release: {
    usage: 'release <slug> <number>',
    about:
      'opens a number: a held one loses its order; a sold one has to be refunded first, and is never opened at the dealer or later',
    takes: ([slug, number, ...more]) => slug !== undefined && /^\d+$/.test(number ?? '') && more.length === 0,
    run: release,
  },
  open: dropVerb('open', 'opens a drop that is coming soon, now', openDrop),
  pause: dropVerb('pause', 'lets nobody hold a number of a drop', pauseDrop),
  resume: dropVerb('resume', 'lets numbers of a paused drop be held again', resumeDrop),
  end: dropVerb('end', 'puts a drop into the archive for good', endDrop),
  platform: {
    usage: 'platform <id>',
    about: 'lets a coming platform be built from now on, and mails those who asked for it',
    takes: words(1),
    run: openComingPlatform,
  },
  jobs: {
    usage: 'jobs [retry <id> | <job> | all]',
    about: 'jobs that failed every time; retry puts one, those of one name, or all back into their queues',
    takes: (args) => args.length === 0 || (args.length === 2 && args[0] === 'retry'),
    run: showJobs,
  },
  ...alertVerbs,
  ...paymentVerbs,
  ...refundVerbs,
  ...bookkeepingVerbs,
  ...complianceVerbs,
  ...claimVerbs,
  ...dealerVerbs,
  ...linkVerbs,
  ...deliveryVerbs,
  ...courseVerbs,
  ...stockVerbs,
  audit: {
    usage: 'audit [verify [<row> <hash>]]',
    about:
      'what operators did, newest first; verify works the whole chain out again, up to a head that was noted',
    takes: ([verify, ...noted]) =>
      verify === undefined || (verify === 'verify' && [0, 2].includes(noted.length)),
    run: showAudit,
  },
}

/** All verbs, for who asks or mistypes. */
export function usage(): string {
  const widest = Math.max(...Object.values(verbs).map((verb) => verb.usage.length))
  const lines = Object.values(verbs).map((verb) => `  ${verb.usage.padEnd(widest)}  ${verb.about}`)
  return ['Usage: npm run operate -- <verb>', '', ...lines].join('\n')
}

async function showOrders({ paymentCtx, timeZone }: Operator): Promise<Said> {
  const orders = await listOrders(paymentCtx.db)
  if (orders.length === 0) return done('There are no orders yet.')
  const rows = orders.map(({ id, state, createdAt, capturedCents, refundedCents }) => [
    id,
    state,
    formatMoment(createdAt, timeZone),
    formatCents(capturedCents - refundedCents),
  ])
  return done(table(['Order', 'State', 'Started', 'Kept'], rows))
}

async function showOrder(operator: Operator, [id = '']: string[]): Promise<Said> {
  const { paymentCtx, timeZone } = operator
  const order = await findOrder(paymentCtx.db, normalizeCode(id))
  if (!order) return refusedBy({ ok: false, why: 'order_not_found' })
  await recordRead(operator, 'order', order.id)
  return done(await orderSheet(paymentCtx.db, order, timeZone))
}

/** An order's code, the stage, and the line as it is counted for people, if one is named. */
function stageArgs(args: string[]): { id: string; line?: string; to: Stage } | undefined {
  const [id, ...rest] = args
  const to = rest.at(-1) ?? ''
  const line = rest.length === 2 ? rest[0] : undefined
  if (id === undefined || rest.length < 1 || rest.length > 2) return undefined
  if (!(stages as readonly string[]).includes(to) || (line !== undefined && !/^[1-9]\d*$/.test(line)))
    return undefined
  return { id, to: to as Stage, ...(line !== undefined && { line }) }
}

async function moveToStage({ act, sellables }: Operator, args: string[]): Promise<Said> {
  const read = stageArgs(args)
  if (!read) throw new Error('Called with words that it does not take')
  const { to, line } = read
  const subject = normalizeCode(read.id)
  const position = line === undefined ? undefined : Number(line) - 1
  const moved = await act({ verb: 'stage', subject, data: { to, ...(line && { line }) } }, (work) =>
    moveStage(work, sellables, subject, to, position),
  )
  const what = line ? `Line ${line} of order ${subject}` : `Order ${subject}`
  return moved.ok ? done(`${what} went from ${moved.from} to ${to}. Its buyer is mailed.`) : refusedBy(moved)
}

async function release({ act, sellables }: Operator, [slug = '', number]: string[]): Promise<Said> {
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

async function openComingPlatform({ act }: Operator, [id = '']: string[]): Promise<Said> {
  const opened = await act<{ ok: true; name: string }>({ verb: 'platform', subject: id }, (work) =>
    openPlatform(work, id),
  )
  return opened.ok
    ? done(`${opened.name} can be built now. Its list is mailed within a minute.`)
    : refusedBy(opened)
}

async function showJobs({ queue, timeZone }: Operator, [retry, which = '']: string[]): Promise<Said> {
  if (retry) {
    if (!/^[a-z0-9-]+$/i.test(which)) return refusedBy({ ok: false, why: 'job_not_found' })
    const isId = z.uuid().safeParse(which).success
    const moved = await queue.retryFailed(which === 'all' ? which : isId ? { id: which } : { job: which })
    if (moved === 0) return refusedBy({ ok: false, why: 'job_not_found' })
    return done(moved === 1 ? 'One job is back in its queue.' : `${moved} jobs are back in their queues.`)
  }
  const failed = await queue.listFailed()
  if (failed.length === 0) return done('No job has failed for good.')
  const rows = failed.map(({ id: job, job: name, failedAt, runs, fault }) => [
    job,
    name,
    formatMoment(failedAt, timeZone),
    String(runs),
    fault,
  ])
  return done(table(['Id', 'Job', 'Failed', 'Runs', 'Fault'], rows))
}

async function verifyAudit({ paymentCtx }: Operator, [row, hash]: string[]): Promise<Said> {
  const verdict = await verifyAuditLog(paymentCtx.db, row && hash ? { id: Number(row), hash } : undefined)
  if (!verdict.ok)
    return { isDone: false, words: `The log was changed: row ${verdict.brokenAt} is not as it was written.` }
  const { head } = verdict
  return done(
    head ? `The log is whole. Its head: row ${head.id}, hash ${head.hash}` : 'Nothing was done yet.',
  )
}

async function showAudit(operator: Operator, [verify, ...noted]: string[]): Promise<Said> {
  if (verify) return verifyAudit(operator, noted)
  const { paymentCtx, timeZone } = operator
  const acts = await listAuditEntries(paymentCtx.db)
  if (acts.length === 0) return done('Nothing was done yet.')
  const rows = acts.map(({ at, actor, verb, subject, data }) => [
    formatMoment(at, timeZone),
    actor,
    verb,
    subject,
    Object.entries(data)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
  ])
  return done(table(['When', 'Who', 'What', 'On', 'More'], rows))
}
