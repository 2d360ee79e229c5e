import { DenseTable } from '#app/features/console/components/dense-table.tsx'
import { EmptyList } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { formatCalendarMonth, formatIsoDay } from '#app/kit/dates.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { daysOfMonth, parseMonth, shiftMonth, type TaxRow } from '../rules.ts'
import { findMonthTax } from '../store.server.ts'
import type { Route } from './+types/tax'

export const handle: StaffHandle = { right: 'money.read', title: 'Sales tax' }

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, timeZone, now } = context.get(shopContext)
  const thisMonth = formatIsoDay(now(), timeZone).slice(0, 7)
  const month = parseMonth(new URL(request.url).searchParams.get('month')) ?? thisMonth
  const rows = await findMonthTax(db, month, timeZone)
  const sum = (cents: (row: TaxRow) => number) => rows.reduce((total, row) => total + cents(row), 0)
  return {
    month,
    previous: shiftMonth(month, -1),
    next: month < thisMonth ? shiftMonth(month, 1) : undefined,
    rows,
    taxCents: sum(({ taxCents }) => taxCents),
    goodsCents: sum(({ goodsCents }) => goodsCents),
  }
}

export default function SalesTax({
  loaderData: { month, previous, next, rows, taxCents, goodsCents },
}: Route.ComponentProps) {
  const { from, to } = daysOfMonth(month)
  const total = { state: 'All', county: '', goodsCents, taxCents }
  return (
    <Sheet
      heading={`Sales tax, ${formatCalendarMonth(month)}`}
      head={
        <nav className="flex gap-2" aria-label="Months">
          <VerbLink look="quiet" small to={`/staff/money/tax?month=${previous}`}>
            Previous month
          </VerbLink>
          {next && (
            <VerbLink look="quiet" small to={`/staff/money/tax?month=${next}`}>
              Next month
            </VerbLink>
          )}
        </nav>
      }
      cells={[{ label: 'Tax, USD', value: formatCentsExact(taxCents), wide: false }]}
      action={
        <>
          <VerbLink to={`/staff/money/ledger.csv?from=${from}&to=${to}`}>Ledger CSV</VerbLink>
          <VerbLink look="quiet" to="/staff/money">
            Money
          </VerbLink>
        </>
      }
    >
      <p className="con-region text-muted">
        Tax is what the ledger moved on its sales tax account in this month, less refunds started in it. Taxed
        sales are what moved on the same lines; of a firearm’s balance the whole price, since its deposit was
        taken without tax.
      </p>
      {rows.length === 0 ? (
        <EmptyList>No order has sales tax in this month, or all of it went back in it.</EmptyList>
      ) : (
        <DenseTable
          caption="Sales tax by county"
          rows={[...rows, total]}
          id={({ state, county }) => `${state} ${county}`}
          columns={[
            { label: 'State', render: ({ state }) => state || 'No place on record' },
            { label: 'County', render: ({ county }) => county },
            {
              label: 'Taxed sales',
              width: 120,
              kind: 'number',
              render: ({ goodsCents }) => formatCentsExact(goodsCents),
            },
            {
              label: 'Tax',
              width: 100,
              kind: 'number',
              render: ({ taxCents }) => formatCentsExact(taxCents),
            },
          ]}
        />
      )}
    </Sheet>
  )
}
