// The first page of every list behind the counter, as its loader reads it, and how long the server may take for it.
import type { Db } from '#app/db/db.server.ts'
import { countAtDesks } from '#app/due-counts.server.ts'
import { findMoneyDay } from '#app/features/bookkeeping/store/desk.server.ts'
import { listSubmissions } from '#app/features/builds/store/submissions.server.ts'
import { listAnsweredMessages, listOpenMessages } from '#app/features/contact/store.server.ts'
import { filterOf, parseQuery, standardViews } from '#app/features/order-desk/rules/query.ts'
import { openStages } from '#app/features/orders/rules.ts'
import { countOrders, findOrderPage } from '#app/features/orders/store/order-list.server.ts'
import { listRows } from '#app/features/shipping/store.server.ts'
import { listWorkItems } from '#app/features/today/store/items.server.ts'
import { listMarks } from '#app/features/today/store/marks.server.ts'
import { findBoard } from '#app/features/transfers/store/board.server.ts'
import { listDealerRows } from '#app/features/transfers/store/dealers.server.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { shopZone } from './moment.ts'

/** A page behind the counter: what it reads, and the bound on the time of the server in milliseconds. */
export type DeskRead = { name: string; boundMs: number; read: (db: Db) => Promise<unknown> }

const [listMs, todayMs, topLineMs] = [100, 150, 15]
const queries = [
  ...standardViews.map(({ query }) => query),
  ...openStages.map((stage) => `stage=${stage}`),
  'stage=picked_up',
  'stage=review,in_build',
  'state=HI',
  'payment=expired',
  'goods=accessory',
  'dealer=declined',
  'from=2026-08-01&to=2026-08-07',
  'q=jordan',
  'q=buyer',
  'q=buyer1',
  'q=sample',
  'q=weapon light',
  'q=M0000000FF',
  'q=buyer77@example.com',
  'q=(305) 255-0255',
  'q=noir 7',
  'q=zzz',
]

/** Everything that a list of the console shows first, at a moment. */
export function deskReads(now: Date): DeskRead[] {
  const clock = { now, timeZone: shopZone }
  return [
    ...[...new Set(queries)].map(orderList),
    ...(['to-pack', 'packed', 'sent', 'returns'] as const).map((view) =>
      list(`Shipping, ${view}`, (db) => listRows(db, view, clock)),
    ),
    list('Transfers', (db) => findBoard(db, clock)),
    list('Dealers', (db) => listDealerRows(db, '', clock)),
    list('Money', (db) => findMoneyDay(db, formatIsoDay(now, shopZone), shopZone)),
    list('Inbox', (db) =>
      Promise.all([listOpenMessages(db), listAnsweredMessages(db, 20), listSubmissions(db, 50)]),
    ),
    { name: 'Counts of the top line', boundMs: topLineMs, read: (db) => countAtDesks(db, now) },
    {
      name: 'Today',
      boundMs: todayMs,
      read: (db) => Promise.all([listWorkItems({ db, ...clock }), listMarks(db, now)]),
    },
  ]
}

/** Pages behind the counter as a browser asks for them, with the same bounds. */
export const deskPages: readonly { path: string; boundMs: number }[] = [
  { path: '/staff', boundMs: todayMs },
  ...[
    '/staff/orders',
    '/staff/orders?q=jordan',
    '/staff/orders?stage=picked_up',
    '/staff/search?q=buyer77',
    '/staff/transfers',
    '/staff/dealers',
    '/staff/shipping',
    '/staff/shipping?view=sent',
    '/staff/inbox',
    '/staff/money',
    '/staff/audit',
  ].map((path) => ({ path, boundMs: listMs })),
]

function list(name: string, read: DeskRead['read']): DeskRead {
  return { name, boundMs: listMs, read }
}

function orderList(text: string): DeskRead {
  const filter = filterOf(parseQuery(new URLSearchParams(text)), shopZone)
  return list(`Orders, ${text || 'all'}`, (db) =>
    Promise.all([findOrderPage(db, { filter, max: 50 }), countOrders(db, filter, { max: 1_001 })]),
  )
}
