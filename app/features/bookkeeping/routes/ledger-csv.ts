import { data } from 'react-router'
import { actAs } from '#app/access/act.server.ts'
import { requireExport } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { csvResponse } from '#app/http/responses.server.ts'
import { csvMark, formatCsvRows } from '#app/kit/csv.ts'
import { allowed } from '#app/kit/refusal.ts'
import { parseDays } from '../rules.ts'
import { readEntries } from '../store.server.ts'
import type { Route } from './+types/ledger-csv'

export const handle: StaffHandle = { right: 'export' }

const columns = ['Date', 'Transaction', 'Entry', 'Kind', 'Account', 'Order', 'Line', 'Amount']

/** For the bookkeeper's program: dollars, debits positive, credits negative; a transaction adds up to zero; days in the shop's zone. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const member = requireExport(context, 'money.read', '/staff/money')
  const params = new URL(request.url).searchParams
  const days = parseDays(params.get('from'), params.get('to'))
  if (!days)
    throw data(
      {
        title: 'No Such Days',
        text: 'Choose a first and a last day, at most ten years apart.',
        link: { to: '/staff/money', label: 'Money' },
      },
      { status: 400 },
    )
  await actAs(
    shop,
    actorOf(member),
    { verb: 'export-ledger', subject: 'ledger', data: days },
    async () => allowed,
  )
  return csvResponse(`ledger-${days.from}-${days.to}.csv`, parts())

  async function* parts() {
    yield csvMark + formatCsvRows([columns])
    for await (const { day, entries } of readEntries(
      shop.db,
      days as NonNullable<typeof days>,
      shop.timeZone,
    ))
      yield formatCsvRows(
        entries.map(({ id, transactionId, kind, account, orderId, line, amountCents }) => [
          day,
          String(transactionId),
          String(id),
          kind,
          account,
          orderId ?? '',
          line === null ? '' : String(line + 1),
          (amountCents / 100).toFixed(2),
        ]),
      )
  }
}
