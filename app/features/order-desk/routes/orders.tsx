import { redirect } from 'react-router'
import { SelectionBlock, Sheet } from '#app/features/console/components/sheet.tsx'
import { useSelection } from '#app/features/console/components/use-selection.ts'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { staffMember } from '#app/features/staff/access.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { privatePageHeaders } from '#app/http/private-page.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { OrderViews } from '../components/order-views.tsx'
import { OrdersBar } from '../components/orders-bar.tsx'
import { OrdersTable } from '../components/orders-table.tsx'
import type { Route } from './+types/orders'
import { canonicalAddress, type ShownOrders, showOrders } from './shown-orders.server.ts'

export const handle: StaffHandle = { right: 'orders.read' }

export const meta: Route.MetaFunction = () => [{ title: consoleTitle('Orders') }]

export const headers = () => privatePageHeaders

/** The list with the filter of the address. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const canonical = canonicalAddress(params)
  if (canonical !== undefined) throw redirect(canonical)
  return showOrders(context.get(shopContext), staffMember(context), params)
}

const selectForm = 'selected-orders'

export default function Orders({ loaderData: list }: Route.ComponentProps) {
  const selection = useSelection(selectForm, list.rows)
  const isNarrowed = list.address !== ''
  const selected = new Set(selection.ids)
  const dueCents = list.rows.reduce((sum, row) => sum + (selected.has(row.id) ? row.balanceCents : 0), 0)
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
            <VerbLink to={list.csv} reloadDocument shortcut="⇧E">
              CSV
            </VerbLink>
          )}
        </>
      }
      selection={
        selection.ids.length > 0 && (
          <SelectionBlock
            count={selection.ids.length}
            of={list.rows.length}
            cells={dueCents > 0 ? [{ label: 'Balance', value: formatCentsExact(dueCents) }] : []}
            follows="A preview, order by order, before anything happens"
            actions={
              <>
                <SelectionVerbs {...list} />
                <Verb type="button" look="quiet" shortcut="Esc" data-clear="" onClick={selection.clear}>
                  Clear
                </Verb>
              </>
            }
          />
        )
      }
    >
      <OrderViews views={list.views} address={list.address} />
      <OrdersBar terms={list.terms} edited={list.edited} address={list.address} count={list.count} />
      <form id={selectForm} method="get" />
      {list.rows.length > 0 && (
        <section className="con-bar hidden noscript:flex" aria-label="What to do with the checked orders">
          <span className="text-muted">With the checked orders, after a preview:</span>
          <SelectionVerbs {...list} />
        </section>
      )}
      <div onChange={selection.read}>
        <OrdersTable rows={list.rows} sorts={list.sorts} selectIn={selectForm} isNarrowed={isNarrowed} />
      </div>
    </Sheet>
  )
}

/** The verbs for the selected orders. Without script they come before the list, because then nothing shows which are checked. */
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
