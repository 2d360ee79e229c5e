import { desc } from 'drizzle-orm'
import { recordAudit } from '#app/access/audit.server.ts'
import { type AppContext, type Db, transact, type UnitOfWork } from '#app/db/db.server.ts'
import { day } from '#app/kit/clock.ts'
import { retentionRuns } from './tables.ts'

// How long the shop keeps personal data that no record needs for good, as the privacy page promises. Data requests stay as long as
// California asks for (11 CCR 7101).

export type RetentionKind = {
  what: string
  why: string
  from: string
  days: number
}

export const retentionKinds = {
  messages: {
    what: 'Messages and requests for a quote, with our answers',
    why: 'To answer, and to answer again when somebody writes back',
    from: 'the day it came in',
    days: 730,
  },
  builds: {
    what: 'Submitted builds without an order, with their sender',
    why: 'To price the build and to build it later',
    from: 'the day it was submitted',
    days: 730,
  },
  unpaid_orders: {
    what: 'The buyer of an order that expired or was canceled unpaid, and what was typed into its form',
    why: 'To answer a question about a declined payment',
    from: 'the day it ended',
    days: 30,
  },
  unconfirmed_addresses: {
    what: 'Addresses that signed up and never confirmed',
    why: 'To let them confirm',
    from: 'the day they last signed up',
    days: 14,
  },
  ended_subscriptions: {
    what: 'Subscriptions that ended',
    why: 'To prove what was agreed to, and that it was stopped',
    from: 'the day it ended',
    days: 365,
  },
  documents: {
    what: 'Documents that we requested of a buyer: ID, proof of residence, trust papers, permits',
    why: 'To decide the review of an order under state law',
    from: 'the day of our decision, or the day on which the order ended',
    days: 90,
  },
  license_copies: {
    what: 'License copies of dealers, except the accepted one of a dealer’s file',
    why: 'To send a firearm to a licensee',
    from: 'the day the transfer was done or the order ended, or the day staff uploaded or replaced it',
    days: 30,
  },
  worksheets: {
    what: 'Trust worksheets: names, places, shares',
    why: 'To fill the buyer’s own documents',
    from: 'the day it was last saved',
    days: 365,
  },
} as const satisfies Record<string, RetentionKind>

export type RetentionName = keyof typeof retentionKinds
export const retentionNames = Object.keys(retentionKinds) as RetentionName[]

/** Deletes what is older than `keepMs`, in the transaction it is given, and says how many. */
export type Deletion = (work: UnitOfWork, keepMs: number) => Promise<number>

export function applyRetention(ctx: AppContext, name: RetentionName, deletion: Deletion): Promise<number> {
  return transact(ctx, async (work) => {
    const { days } = retentionKinds[name]
    const deleted = await deletion(work, days * day)
    await work.tx.insert(retentionRuns).values({ kind: name, at: work.now, days, deleted })
    if (deleted > 0)
      await recordAudit(work, {
        actor: 'retention',
        verb: 'retention-delete',
        subject: name,
        data: { deleted, days },
      })
    return deleted
  })
}

export async function listLastRuns(db: Db) {
  const runs = await db
    .selectDistinctOn([retentionRuns.kind])
    .from(retentionRuns)
    .orderBy(retentionRuns.kind, desc(retentionRuns.id))
  return new Map(runs.map((run) => [run.kind, run]))
}
