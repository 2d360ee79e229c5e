import { type Column, DenseTable } from '#app/features/console/components/dense-table.tsx'
import { EmptyList } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import { deskStatus } from '#app/features/drops/rules/plan.ts'
import { listPlans } from '#app/features/drops/store/plans.server.ts'
import { dropNumberWords } from '#app/features/drops/words.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { formatCount } from '#app/kit/text.ts'
import { formatStamp, momentIn } from '#app/kit/dates.ts'
import { formatCents } from '#app/kit/money.ts'
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
        <DenseTable caption="Drops, the newest first" columns={columns} rows={rows} id={({ slug }) => slug} />
      )}
    </Sheet>
  )
}

const columns: Column<Row>[] = [
  { label: '№', width: 64, kind: 'code', render: ({ number }) => number },
  {
    label: 'Name',
    phone: 'lead',
    render: ({ slug, name }) => (
      <a href={`/staff/drops/${slug}`} className="con-clip font-medium" data-open="">
        {name}
      </a>
    ),
  },
  {
    label: 'Status',
    width: 150,
    render: ({ status }) => (
      <Status kind={statusWords[status].kind} quiet>
        {statusWords[status].word}
      </Status>
    ),
  },
  { label: 'Opens', width: 164, kind: 'code', render: ({ opens }) => opens },
  { label: 'Ends', width: 164, kind: 'code', isLesser: true, render: ({ ends }) => ends },
  { label: 'Units', width: 66, kind: 'number', render: ({ units }) => units !== null && formatCount(units) },
  { label: 'Sold', width: 66, kind: 'number', phone: 'amount', render: ({ sold }) => formatCount(sold) },
  { label: 'Held', width: 66, kind: 'number', phone: 'none', render: ({ held }) => formatCount(held) },
  { label: 'House', width: 66, kind: 'number', isLesser: true, render: ({ house }) => formatCount(house) },
  { label: 'From', width: 100, kind: 'number', render: ({ from }) => from },
  {
    label: 'Board',
    width: 96,
    render: ({ slug, status }) =>
      status !== 'draft' && (
        <a href={`/staff/drops/${slug}/live`} className="con-link">
          Live board
        </a>
      ),
  },
]
