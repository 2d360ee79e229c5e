import { redirect } from 'react-router'
import { SelectionBlock, Sheet } from '#app/features/console/components/sheet.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { staffMember } from '#app/features/staff/access.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { OrderViews } from '../components/order-views.tsx'
import { OrdersBar } from '../components/orders-bar.tsx'
import { OrdersTable } from '../components/orders-table.tsx'
import type { Route } from './+types/orders'
import { canonicalAddress, type ShownOrders, showOrders } from './shown-orders.server.ts'

export const handle: StaffHandle = { right: 'orders.read' }

export const meta: Route.MetaFunction = () => [{ title: consoleTitle('Orders') }]

/** The list with the filter of the address. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const canonical = canonicalAddress(params)
  if (canonical !== undefined) throw redirect(canonical)
  return showOrders(context.get(shopContext), staffMember(context), params)
}

const selectForm = 'selected-orders'

export default function Orders({ loaderData: list }: Route.ComponentProps) {
  const isNarrowed = list.address !== ''
  return (
    <Sheet
      title="Orders"
      state={list.count}
      next={nextSentence(list)}
      action={
        <>
          {!list.isFirst && <VerbLink to={list.first}>First page</VerbLink>}
          {list.next && (
            <VerbLink to={list.next} shortcut="]">
              Next page
            </VerbLink>
          )}
          {list.csv && (
            <VerbLink to={list.csv} shortcut="⇧E">
              CSV
            </VerbLink>
          )}
        </>
      }
      selection={
        <SelectionBlock
          form={selectForm}
          sum="Balance"
          follows="A preview, order by order, before anything happens"
          actions={<SelectionVerbs {...list} />}
        />
      }
    >
      <OrderViews views={list.views} address={list.address} />
      <OrdersBar terms={list.terms} edited={list.edited} address={list.address} count={list.count} />
      <form id={selectForm} method="get" />
      <OrdersTable rows={list.rows} sorts={list.sorts} selectIn={selectForm} isNarrowed={isNarrowed} />
    </Sheet>
  )
}

/** The verbs for the selected orders. */
function SelectionVerbs({ bulk, csv }: Pick<ShownOrders, 'bulk' | 'csv'>) {
  return (
    <>
      {bulk.map(({ verb, button, shortcut }, at) => (
        <Verb
          key={verb}
          form={selectForm}
          formAction="/staff/orders/selected"
          name="verb"
          value={verb}
          {...(at === 0 && { look: 'primary' as const })}
          shortcut={shortcut}
        >
          {button}
        </Verb>
      ))}
      {csv && (
        <Verb form={selectForm} formAction="/staff/orders.csv">
          CSV
        </Verb>
      )}
    </>
  )
}

/** What waits for staff among the rows of this page. */
function nextSentence({ rows, next }: Pick<ShownOrders, 'rows' | 'next'>): string | undefined {
  const waiting = rows.filter((row) => row.next?.tone !== undefined || row.balance?.isOver).length
  if (waiting > 0) return `${waiting} of these ${waiting === 1 ? 'waits' : 'wait'} for us`
  return next ? 'More orders follow on the next page' : undefined
}
