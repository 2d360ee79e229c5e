import { redirect, Form, Link } from 'react-router'
import { SelectionBlock, Sheet } from '#app/features/console/components/sheet.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { staffMember } from '#app/features/staff/access.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { OrdersTable } from '../components/orders-table.tsx'
import type { Route } from './+types/orders'
import { canonicalAddress, type ShownOrders, showOrders } from './shown-orders.server.ts'
import { Views, Bar } from '#app/features/console/components/bars.tsx'
import { TextField, CheckField, SelectField } from '#app/features/console/components/fields.tsx'
import { Key } from '#app/features/console/components/marks.tsx'
import { FilterFrame } from '#app/features/console/components/control-frame.tsx'
import { Shape } from '#app/features/console/components/shape.tsx'
import {
  type QueryField,
  queryFields,
  type ChoiceField,
  choiceFields,
  readChoice,
  readDays,
} from '../rules/query.ts'
import { fieldWords, valueWords } from '../words/list.ts'

export const handle: StaffHandle = { right: 'orders.read' }

export const meta: Route.MetaFunction = () => [{ title: consoleTitle('Orders') }]

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

function nextSentence({ rows, next }: Pick<ShownOrders, 'rows' | 'next'>): string | undefined {
  const waiting = rows.filter((row) => row.next?.tone !== undefined || row.balance?.isOver).length
  if (waiting > 0) return `${waiting} of these ${waiting === 1 ? 'waits' : 'wait'} for us`
  return next ? 'More orders follow on the next page' : undefined
}

function OrderViews({ views, address }: Pick<ShownOrders, 'views' | 'address'>) {
  const current = views.find(({ isCurrent }) => isCurrent)
  return (
    <Views label="Saved views" views={views}>
      <span className="ml-auto" />
      {!current && (
        <details className="con-popover" name="filter" data-end="">
          <summary data-shortcut="V">
            Save view <Key>V</Key>
          </summary>
          <Form method="post" action="/staff/order-views" className="con-panel grid gap-3 p-3">
            <input type="hidden" name="query" value={address} />
            <TextField label="Name of the view" name="name" required maxLength={40} hint="Only you see it." />
            <Verb small look="primary">
              Save view
            </Verb>
          </Form>
        </details>
      )}
      {current?.ownId && (
        <Form method="post" action="/staff/order-views/removal" className="flex items-center">
          <input type="hidden" name="view" value={current.ownId} />
          <input type="hidden" name="query" value={address} />
          <Verb small look="quiet">{`Remove view ${current.name}`}</Verb>
        </Form>
      )}
    </Views>
  )
}

type OrdersBarProps = Pick<ShownOrders, 'terms' | 'edited' | 'address' | 'count'>

function OrdersBar({ terms, edited, address, count }: OrdersBarProps) {
  const used = new Set<QueryField>(terms.map(({ field }) => field))
  const unused = queryFields.filter((field) => !used.has(field) && field !== edited)
  return (
    <Bar>
      {terms.map(({ field, text, name, operator, value, removeTo }) => (
        <FilterFrame
          key={`${field} ${text}`}
          field={name}
          operator={operator}
          value={value}
          removeTo={removeTo}
        >
          <FilterEditor
            field={field}
            text={text}
            address={address}
            isOpen={field === edited}
            summary={value}
          />
        </FilterFrame>
      ))}
      {edited && !used.has(edited) && (
        <FilterFrame field={fieldWords[edited]} operator="is" value="…" removeTo={withEdit(address)}>
          <FilterEditor field={edited} text="" address={address} isOpen summary="…" />
        </FilterFrame>
      )}
      {unused.length > 0 && (
        <details className="con-popover" name="filter">
          <summary className="con-frame" data-dashed="" data-shortcut="F">
            <span>
              <Shape kind="add" /> Filter <Key>F</Key>
            </span>
          </summary>
          <ul className="con-panel">
            {unused.map((field) => (
              <li key={field}>
                <Link
                  to={withEdit(address, field)}
                  className="flex items-center min-h-(--con-row) px-3 hover:bg-raised focus-visible:bg-raised"
                >
                  {fieldWords[field]}
                </Link>
              </li>
            ))}
          </ul>
        </details>
      )}
      <span className="flex-1" />
      <span className="text-faint">{count}</span>
    </Bar>
  )
}

function withEdit(address: string, field?: QueryField): string {
  const query = [address, field && `edit=${field}`].filter(Boolean).join('&')
  return query ? `/staff/orders?${query}` : '/staff/orders'
}

type FilterEditorProps = {
  field: QueryField
  text: string
  address: string
  isOpen: boolean
  summary: string
}

function FilterEditor({ field, text, address, isOpen, summary }: FilterEditorProps) {
  const others = [...new URLSearchParams(address)].filter(([name]) => name !== field)
  return (
    <details className="con-popover" name="filter" open={isOpen}>
      <summary aria-label={`Change filter ${fieldWords[field]}: ${summary}`}>{summary}</summary>
      <form method="get" action="/staff/orders" className="con-panel grid gap-3 p-3" data-auto="">
        {others.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Fields field={field} text={text} />
        <span className="hidden noscript:contents">
          <Verb small look="primary" name="edit" value="done">
            Show
          </Verb>
        </span>
        {/* It stays open while it is changed, and closes with the button. */}
        <input type="hidden" name="edit" value={field} />
      </form>
    </details>
  )
}

function Fields({ field, text }: Pick<FilterEditorProps, 'field' | 'text'>) {
  if (field === 'q')
    return (
      <TextField
        label="Code, name, email, phone, goods or unit number"
        name="q"
        type="search"
        defaultValue={text}
      />
    )
  if (field === 'paid' || field === 'placed') {
    const { operator, from, to } = readDays(text)
    return (
      <>
        <SelectField
          label="When"
          name={`${field}.op`}
          defaultValue={text ? operator : '>'}
          options={[
            ['>', 'after'],
            ['<', 'before'],
            ['=', 'on'],
            ['..', 'from, to'],
          ]}
        />
        <TextField label="Day" name={field} type="date" required defaultValue={from} />
        <TextField label="Last day, for a span" name={`${field}.to`} type="date" defaultValue={to} />
      </>
    )
  }
  return <Choices field={field} text={text} />
}

function Choices({ field, text }: { field: ChoiceField; text: string }) {
  const { values, isNegated } = readChoice(text)
  return (
    <>
      <SelectField
        label={fieldWords[field]}
        name={`${field}.op`}
        defaultValue={isNegated ? 'not' : 'any'}
        options={[
          ['any', 'is any of'],
          ['not', 'is not'],
        ]}
      />
      <fieldset className="grid max-h-[320px] overflow-y-auto [scrollbar-width:thin] max-md:max-h-none max-md:grid-cols-2 max-md:gap-x-3">
        <legend className="sr-only">Values</legend>
        {choiceFields[field].map((value) => (
          <CheckField
            key={value}
            name={field}
            value={value}
            defaultChecked={values.includes(value)}
            label={valueWords(field, value)}
          />
        ))}
      </fieldset>
    </>
  )
}
