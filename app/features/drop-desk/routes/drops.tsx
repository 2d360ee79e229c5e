import { Link } from 'react-router'
import { DenseTable } from '#app/features/console/components/dense-table.tsx'
import { EmptyList } from '#app/features/console/components/list-states.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import { deskStatus } from '#app/features/drops/rules/plan.ts'
import { listPlans } from '#app/features/drops/store/plans.server.ts'
import { dropNumberWords } from '#app/features/drops/words.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { formatCount } from '#app/kit/count.ts'
import { formatStamp } from '#app/kit/date-format.ts'
import { formatCents } from '#app/kit/money.ts'
import { momentIn } from '#app/kit/zoned-time.ts'
import { statusWords } from '../rules.ts'
import type { Route } from './+types/drops'

export const handle: StaffHandle = { right: 'drops.write', title: 'Drops' }

export async function loader({ context }: Route.LoaderArgs) {
  const { db, now, timeZone } = context.get(shopContext)
  const moment = now()
  const rows = (await listPlans(db, moment)).map(({ slug, name, plan, drop }) => {
    const opens = drop ? drop.launchDate : momentIn(timeZone, plan.launchAt)
    return {
      slug,
      name,
      number: plan.dropNumber === null ? '' : dropNumberWords(plan.dropNumber),
      status: deskStatus({ drop, launchAt: opens ?? null }),
      opens: opens ? formatStamp(opens, timeZone, moment) : '',
      ends: drop?.endDate ? formatStamp(drop.endDate, timeZone, moment) : '',
      units: plan.totalUnits,
      sold: drop ? drop.counts.taken - drop.house.length : 0,
      held: drop?.counts.held ?? 0,
      house: drop?.house.length ?? 0,
      from: drop ? formatCents(drop.basePrice) : '',
    }
  })
  return { rows }
}

type Row = Route.ComponentProps['loaderData']['rows'][number]

export default function Drops({ loaderData: { rows } }: Route.ComponentProps) {
  const live = rows.filter(({ status }) => status === 'live' || status === 'paused')
  return (
    <Sheet
      next={live.length > 0 ? `${live.map(({ name }) => name).join(', ')} on sale now` : undefined}
      cells={[{ label: 'In the list', value: rows.length }]}
      action={
        <VerbLink look="primary" to="/staff/drops/new">
          New drop
        </VerbLink>
      }
    >
      {rows.length === 0 ? (
        <EmptyList>No drop is planned yet.</EmptyList>
      ) : (
        <DenseTable
          caption="Drops, the newest first"
          columns={[
            { key: 'number', label: '№', width: 64, kind: 'code' },
            { key: 'name', label: 'Name', phone: 'lead' },
            { key: 'status', label: 'Status', width: 150 },
            { key: 'opens', label: 'Opens', width: 164, kind: 'code' },
            { key: 'ends', label: 'Ends', width: 164, kind: 'code', isLesser: true },
            { key: 'units', label: 'Units', width: 66, kind: 'number' },
            { key: 'sold', label: 'Sold', width: 66, kind: 'number', phone: 'amount' },
            { key: 'held', label: 'Held', width: 66, kind: 'number', phone: 'none' },
            { key: 'house', label: 'House', width: 66, kind: 'number', isLesser: true },
            { key: 'from', label: 'From', width: 100, kind: 'number' },
            { key: 'board', label: 'Board', width: 96 },
          ]}
          rows={rows.map((row) => ({ id: row.slug, cells: cellsOf(row) }))}
        />
      )}
    </Sheet>
  )
}

function cellsOf(row: Row) {
  const { kind, word } = statusWords[row.status]
  const isBoard = row.status !== 'draft'
  return [
    row.number,
    <Link key="name" to={`/staff/drops/${row.slug}`} className="con-clip font-medium" data-open="">
      {row.name}
    </Link>,
    <Status key="status" kind={kind} quiet>
      {word}
    </Status>,
    row.opens,
    row.ends,
    row.units === null ? '' : formatCount(row.units),
    formatCount(row.sold),
    formatCount(row.held),
    formatCount(row.house),
    row.from,
    isBoard ? (
      <Link key="board" to={`/staff/drops/${row.slug}/live`} className="con-link">
        Live board
      </Link>
    ) : (
      ''
    ),
  ]
}
