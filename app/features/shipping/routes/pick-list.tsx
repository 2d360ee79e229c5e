import { DenseTable } from '#app/features/console/components/dense-table.tsx'
import { EmptyList } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { VerbLink, PrintVerb } from '#app/features/console/components/verb.tsx'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { formatDay } from '#app/kit/dates.ts'
import { listToPack } from '#app/features/orders/store/parcels.server.ts'
import { maxRows, pickList } from '../rules.ts'
import type { Route } from './+types/pick-list'

export const handle: StaffHandle = { right: 'shipping', title: 'Pick list' }

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const rows = pickList(await listToPack(shop.db, maxRows))
  return { rows, day: formatDay(shop.now(), shop.timeZone) }
}

export default function PickList({ loaderData: { rows, day } }: Route.ComponentProps) {
  const pieces = rows.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <Sheet
      cells={[
        { label: 'Pieces', value: pieces },
        { label: 'Day', value: day },
      ]}
      action={
        <>
          <PrintVerb>Print pick list</PrintVerb>
          <VerbLink to="/staff/shipping" data-back="">
            Shipping
          </VerbLink>
        </>
      }
    >
      {rows.length === 0 ? (
        <EmptyList>Nothing is waiting to be packed.</EmptyList>
      ) : (
        <DenseTable
          caption="What to fetch"
          rows={rows}
          id={({ title, detail }) => `${title} ${detail}`}
          columns={[
            { label: 'Pieces', width: 72, kind: 'number', render: ({ quantity }) => quantity },
            {
              label: 'Item',
              render: ({ title, detail }) => <Whole>{[title, detail].filter(Boolean).join(', ')}</Whole>,
            },
            {
              label: 'Orders',
              kind: 'code',
              width: 124,
              render: ({ orders }) => <Whole>{orders.join(' ')}</Whole>,
            },
          ]}
        />
      )}
    </Sheet>
  )
}

/** Whoever fetches it needs every word, on paper as on a phone. */
function Whole({ children }: { children: string }) {
  return <span className="block py-1 whitespace-normal">{children}</span>
}
