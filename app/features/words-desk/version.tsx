import { data, Link } from 'react-router'
import { listAcceptors } from '#app/features/orders/store/buyer.server.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatStamp } from '#app/kit/date-format.ts'
import { DenseTable } from '#app/features/console/components/dense-table.tsx'
import { EmptyList } from '#app/features/console/components/list-states.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import { isTextKey } from '#app/features/texts/rules.ts'
import { textTitles, wordsPath } from './words.ts'
import type { Route } from './+types/version'

export const handle: StaffHandle = { right: 'rules.write' }

export const meta = ({ params }: Route.MetaArgs) => [{ title: consoleTitle(`Version ${params.version}`) }]

const maxRows = 500

export async function loader({ context, params: { key, version } }: Route.LoaderArgs) {
  requireRight(context, 'rules.write')
  if (!isTextKey(key) || (key !== 'terms' && key !== 'refunds')) throw data(null, { status: 404 })
  const { db, now, timeZone } = context.get(shopContext)
  const orders = await listAcceptors(db, key, version, maxRows)
  return {
    key,
    version,
    orders: orders.map(({ id, state, attestedAt }) => ({
      id,
      state,
      at: attestedAt ? formatStamp(attestedAt, timeZone, now()) : '',
    })),
  }
}

export default function Version({ loaderData: { key, version, orders } }: Route.ComponentProps) {
  return (
    <Sheet
      title={`${textTitles[key]}, version ${version}`}
      heading={`Who accepted ${version}`}
      cells={[
        { label: 'Orders', value: orders.length === maxRows ? `the latest ${maxRows}` : orders.length },
      ]}
      action={<VerbLink to={`${wordsPath}/${key}`}>{textTitles[key]}</VerbLink>}
    >
      {orders.length === 0 ? (
        <EmptyList>No order accepted this version.</EmptyList>
      ) : (
        <DenseTable
          caption="Orders that accepted this version"
          columns={[
            { key: 'order', label: 'Order', width: 160, kind: 'code' },
            { key: 'at', label: 'Accepted', width: 180, kind: 'code' },
            { key: 'state', label: 'State' },
          ]}
          rows={orders.map(({ id, at, state }) => ({
            id,
            cells: [
              <Link key="order" to={`/staff/orders/${id}`} data-open="">
                {id}
              </Link>,
              at,
              state.replaceAll('_', ' '),
            ],
          }))}
        />
      )}
    </Sheet>
  )
}
