import type { Db } from '#app/db/db.server.ts'
import { claimStaleOn, isStale } from '#app/features/claims/rules.ts'
import { listAllClaims } from '#app/features/claims/store.server.ts'
import { licenseState } from '#app/features/courses/rules.ts'
import { listInstructors } from '#app/features/courses/store/roster.server.ts'
import { listDue } from '#app/features/dealers/rules.ts'
import { countDealers } from '#app/features/dealers/store/search.server.ts'
import { listDueWords } from '#app/features/dealers/words.ts'
import { rulesExpiringBefore } from '#app/features/compliance/store/expiring.server.ts'
import type { OpenTransfers } from '#app/features/orders/store/order-list.server.ts'
import { findBoard } from '#app/features/transfers/store.server.ts'
import { setupPath, setupSteps } from '#app/features/setup/rules.ts'
import { stepWords } from '#app/features/setup/words.ts'
import { countUnread } from '#app/features/setup/store/readings.server.ts'
import { listProgress } from '#app/features/setup/store.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { momentIn } from '#app/kit/zoned-time.ts'
import { countOf } from '#app/kit/count.ts'
import { orderPath, type WorkItem } from '../rules.ts'

type Shown = { db: Db; now: Date; timeZone: string; transfers: OpenTransfers }

const dueIn = { rule: 30 * day } as const

export async function federalList({ db, now }: Pick<Shown, 'db' | 'now'>): Promise<WorkItem[]> {
  const list = await countDealers(db)
  const due = listDue(list, now)
  if (!due) return []
  return [
    {
      key: `dealer-list ${due}`,
      right: 'dealers.write',
      group: 'dealers',
      kind: due === 'missing' ? 'todo' : 'soon',
      dueAt: now,
      subject: 'Federal dealer list',
      detail: listDueWords[due],
      to: '/staff/dealers/import',
    },
  ]
}

export async function longStages({ db, now, timeZone, transfers }: Shown): Promise<WorkItem[]> {
  const { rows } = await findBoard(db, { now, timeZone }, transfers)
  const slips = rows.flatMap((row) => row.slips).filter(({ isLong }) => isLong)
  return slips.map(({ orderId, position, stage, buyer, label, days }) => ({
    key: `stage ${orderId} ${position} ${stage}`,
    right: 'orders.read',
    group: 'dealers',
    kind: 'soon',
    dueAt: now,
    subject: `${label}, ${buyer}`,
    detail: `At its stage for ${countOf(days, 'day')}, longer than usual`,
    to: orderPath(orderId),
  }))
}

export async function staleRules({ db, now, timeZone }: Shown): Promise<WorkItem[]> {
  const rules = await rulesExpiringBefore(db, after(now, dueIn.rule))
  const sheets = [
    { key: 'rules', of: 'rules of states', to: '/staff/rules?due', isOn: isOfState },
    { key: 'places', of: 'rules of places and ages to buy', to: '/staff/rules/places', isOn: isOfPlaceOrAge },
  ]
  return sheets.flatMap(({ key, of, to, isOn }) => {
    const due = rules.filter(({ kind }) => isOn(kind))
    const [first] = due
    if (!first) return []
    const one = first.kind === 'age' ? first.name : `Rule of ${first.name}`
    return [
      {
        key: `${key} ${first.staleOn}`,
        right: 'rules.write' as const,
        group: 'watch' as const,
        kind: 'soon' as const,
        dueAt: momentIn(timeZone, `${first.staleOn} 00:00`) ?? now,
        subject: due.length === 1 ? one : `${due.length} ${of}`,
        detail: `Turn stale from ${first.staleOn}: every order they decide becomes a review. Confirm them.`,
        to,
      },
    ]
  })
}

const isOfState = (kind: string) => kind === 'state'
const isOfPlaceOrAge = (kind: string) => !isOfState(kind)

export async function staleClaims({ db, now, timeZone }: Shown): Promise<WorkItem[]> {
  const soon = after(now, dueIn.rule)
  const due = (await listAllClaims(db)).filter((claim) => isStale(claim, soon, timeZone))
  const [first] = due.toSorted((one, other) => one.reviewedOn.localeCompare(other.reviewedOn))
  if (!first) return []
  return [
    {
      key: `claims ${claimStaleOn(first)}`,
      right: 'rules.write',
      group: 'watch',
      kind: 'soon',
      dueAt: momentIn(timeZone, `${claimStaleOn(first)} 00:00`) ?? now,
      subject: due.length === 1 ? `Claim ${first.key}` : `${due.length} claims of law, tax and waiting times`,
      detail: 'Due for a check: pages show the day of the last one.',
      to: '/staff/rules/claims',
    },
  ]
}

export async function endingLicenses({ db, now, timeZone }: Shown): Promise<WorkItem[]> {
  const today = formatIsoDay(now, timeZone)
  return (await listInstructors(db))
    .filter(({ retiredAt }) => !retiredAt)
    .flatMap(({ id, name, licenses }) => licenses.map((license) => ({ id, who: name, ...license })))
    .filter(({ expiresOn }) => licenseState(expiresOn, today) !== 'good')
    .map(({ id, who, name, number, expiresOn }) => ({
      key: `license ${id} ${number}`,
      right: 'catalog.write',
      group: 'watch',
      kind: 'soon',
      dueAt: momentIn(timeZone, `${expiresOn} 00:00`) ?? now,
      subject: `License of ${who}`,
      detail: `${name}: classes give no certificates after its last day`,
      to: '/staff/classes/instructors',
    }))
}

export async function setupLeft({ db, now }: Pick<Shown, 'db' | 'now'>): Promise<WorkItem[]> {
  const progress = await listProgress(db)
  const isUnread = (await countUnread(db, progress)) > 0
  const left = setupSteps.filter((step) => {
    const state = progress.find((each) => each.step === step)?.state
    return (state !== 'done' && state !== 'skipped') || (step === 'texts' && isUnread)
  })
  if (left.length === 0) return []
  return [
    {
      key: 'setup',
      right: 'rules.write',
      group: 'watch',
      kind: 'todo',
      dueAt: now,
      subject: 'Set up the shop',
      detail: `${left.length} of ${setupSteps.length} steps ${left.length === 1 ? 'is' : 'are'} open: ${left.map((step) => stepWords[step].title).join(', ')}`,
      to: `${setupPath}?start`,
    },
  ]
}
