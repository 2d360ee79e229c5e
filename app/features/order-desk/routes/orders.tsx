import { Link } from 'react-router'
import { type Column, DenseTable } from '#app/features/console/components/dense-table.tsx'
import { Bar, Views } from '#app/features/console/components/bars.tsx'
import { SelectField, TextField } from '#app/features/console/components/fields.tsx'
import { EmptyList } from '#app/features/console/components/list-states.tsx'
import { SelectionBlock, Sheet } from '#app/features/console/components/sheet.tsx'
import { Due, Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { staffMember } from '#app/features/staff/access.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { type ChoiceField, choiceFields } from '../rules/query.ts'
import { valueWords } from '../words.ts'
import type { Route } from './+types/orders'
import { type ShownOrders, type ShownRow, showOrders } from './shown-orders.server.ts'

export const handle: StaffHandle = { right: 'orders.read' }

export const meta: Route.MetaFunction = () => [{ title: consoleTitle('Orders') }]

export function loader({ request, context }: Route.LoaderArgs) {
  return showOrders(context.get(shopContext), staffMember(context), new URL(request.url).searchParams)
}

const selectForm = 'selected-orders'

export default function Orders({ loaderData: list }: Route.ComponentProps) {
  return (
    <Sheet
      title="Orders"
      heading={null}
      state={list.count}
      next={nextSentence(list)}
      action={
        <>
          {list.first && <VerbLink to={list.first}>First page</VerbLink>}
          {list.next && <VerbLink to={list.next}>Next page</VerbLink>}
          {list.csv && <VerbLink to={list.csv}>CSV</VerbLink>}
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
      <Views label="Views" views={list.views} />
      <FilterForm query={list.query} />
      <form id={selectForm} method="get" />
      <OrdersTable rows={list.rows} isNarrowed={Object.keys(list.query).length > 0} />
    </Sheet>
  )
}

function SelectionVerbs({ bulk, csv }: Pick<ShownOrders, 'bulk' | 'csv'>) {
  return (
    <>
      {bulk.map(({ verb, button }, at) => (
        <Verb
          key={verb}
          form={selectForm}
          formAction="/staff/orders/selected"
          name="verb"
          value={verb}
          {...(at === 0 && { look: 'primary' as const })}
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

function nextSentence({ rows, next }: Pick<ShownOrders, 'rows' | 'next'>): string | undefined {
  const waiting = rows.filter((row) => row.next?.tone !== undefined || row.balance?.isOver).length
  if (waiting > 0) return `${waiting} of these ${waiting === 1 ? 'waits' : 'wait'} for us`
  return next ? 'More orders follow on the next page' : undefined
}

const filterWords: Record<ChoiceField, string> = {
  stage: 'Stage',
  payment: 'Payment',
  goods: 'Goods',
  dealer: 'Dealer',
  balance: 'Balance',
  parcel: 'Parcel',
  state: 'Buyer’s state',
}

function FilterForm({ query }: Pick<ShownOrders, 'query'>) {
  const { q, ...others } = query
  return (
    <Bar>
      <search className="contents">
        <form method="get" action="/staff/orders" className="grid w-full gap-3 py-2">
          <div className="flex flex-wrap items-end gap-3">
            <TextField
              label="Code, name, email, phone, goods or unit number"
              name="q"
              type="search"
              defaultValue={q}
            />
            <Verb small look="primary">
              Show
            </Verb>
          </div>
          <details open={Object.keys(others).length > 0}>
            <summary className="cursor-pointer max-md:py-3">More filters</summary>
            <div className="grid grid-cols-[repeat(auto-fit,minmax(168px,1fr))] gap-3 py-2">
              {(Object.keys(filterWords) as ChoiceField[]).map((field) => (
                <SelectField
                  key={field}
                  label={filterWords[field]}
                  name={field}
                  defaultValue={query[field] ?? ''}
                  options={optionsOf(field, query[field])}
                />
              ))}
              <TextField label="Placed from" name="from" type="date" defaultValue={query.from} />
              <TextField label="Placed to" name="to" type="date" defaultValue={query.to} />
            </div>
          </details>
        </form>
      </search>
    </Bar>
  )
}

function optionsOf(field: ChoiceField, current: string | undefined): (readonly [string, string])[] {
  const words = (values: string) =>
    values
      .split(',')
      .map((value) => valueWords(field, value))
      .join(', ')
  return [
    ['', 'Any'],
    ...(current?.includes(',') ? [[current, words(current)] as const] : []),
    ...choiceFields[field].map((value) => [value, words(value)] as const),
  ]
}

function OrdersTable({ rows, isNarrowed }: { rows: readonly ShownRow[]; isNarrowed: boolean }) {
  if (rows.length === 0)
    return (
      <EmptyList
        action={
          isNarrowed && (
            <VerbLink small to="/staff/orders">
              Show all orders
            </VerbLink>
          )
        }
      >
        {isNarrowed
          ? 'No order matches these filters. Remove one, or look at all orders.'
          : 'There are no orders yet. The first one appears here as soon as a buyer holds something.'}
      </EmptyList>
    )
  return (
    <DenseTable
      caption="Orders"
      columns={columns}
      selectIn={selectForm}
      selectLabel={(id) => `Select ${id}`}
      rows={rows.map((row) => ({ id: row.id, cells: cellsOf(row), cents: row.balanceCents }))}
    />
  )
}

const columns: Column[] = [
  { key: 'id', label: 'Order', width: 108, kind: 'code' },
  { key: 'buyer', label: 'Buyer', width: 124 },
  { key: 'state', label: 'State', width: 56, kind: 'code', isLesser: true },
  { key: 'goods', label: 'Goods' },
  { key: 'stage', label: 'Stage', width: 150 },
  { key: 'age', label: 'Age', width: 70 },
  { key: 'dealer', label: 'Dealer', width: 172, isLesser: true },
  { key: 'paid', label: 'Paid', width: 84, kind: 'number', phone: 'amount' },
  { key: 'balance', label: 'Balance', width: 84, kind: 'number' },
  { key: 'refund', label: 'Refund', width: 92, kind: 'number', isLesser: true },
  { key: 'next', label: 'Next' },
]

function cellsOf(row: ShownRow) {
  const { id, to, buyer, state, goods, status, age, dealer, paid, balance, refund, next } = row
  return [
    <Link key="id" to={to} data-open="">
      {id}
    </Link>,
    buyer,
    state,
    goods,
    <Status key="status" kind={status.kind}>
      {status.word}
    </Status>,
    age,
    <Due key="dealer" tone={dealer.tone}>
      {dealer.words}
    </Due>,
    paid,
    balance && (
      <Due key="balance" tone={balance.isOver ? 'stop' : undefined}>
        {balance.words}
      </Due>
    ),
    <span key="refund" className="text-muted">
      {refund}
    </span>,
    next && (
      <Due key="next" tone={next.tone}>
        {next.words}
      </Due>
    ),
  ]
}
