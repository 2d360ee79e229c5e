import { sql } from 'drizzle-orm'
import type { Db } from './db/db.server.ts'
import { countUndecided } from './features/builds/store/decisions.server.ts'
import { countExpiringStates } from './features/compliance/store/state-rules.server.ts'
import type { CountDue } from './features/console/rules.ts'
import { countOpenMessages } from './features/contact/store.server.ts'
import { countUnsent } from '#app/features/orders/store/parcels.server.ts'
import type { StaffRole } from './features/staff/rules.ts'
import { countDueItems } from './features/today/store/due-items.server.ts'
import { after, day } from './kit/clock.ts'

const rulesAheadMs = 30 * day

type Clock = { db: Db; now: Date; timeZone: string }

export async function countAtDesks(db: Db, now: Date): Promise<Record<string, number>> {
  const { rows } = await db.execute<Record<'shipping' | 'inbox' | 'rules', string>>(sql`select
    ${countUnsent(db)} as shipping,
    ${countOpenMessages(db)} + ${countUndecided(db)} as inbox,
    ${countExpiringStates(db, after(now, rulesAheadMs))} as rules`)
  const [counts] = rows
  return {
    '/staff/shipping': Number(counts?.shipping ?? 0),
    '/staff/inbox': Number(counts?.inbox ?? 0),
    '/staff/rules': Number(counts?.rules ?? 0),
  }
}

export function dueCounter({ db, now, timeZone }: Omit<Clock, 'now'> & { now: () => Date }): CountDue {
  return async (role: StaffRole, { isToday }: { isToday: boolean }) => {
    const clock = { db, now: now(), timeZone }
    const [desks, today] = await Promise.all([
      countAtDesks(db, clock.now),
      countDueItems(clock, role, { isFresh: isToday }),
    ])
    return { ...desks, '/staff': today }
  }
}
