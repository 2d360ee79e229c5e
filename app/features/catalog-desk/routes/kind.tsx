import type { CatalogState } from '#app/catalog/rules.ts'
import { SelectField, TextField } from '#app/features/console/components/fields.tsx'
import { EmptyList } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { wordsOf } from '../components/item-fields.tsx'
import { formatAmount, stateShapes, stateWords } from '../components/item-panels.tsx'
import { formatField, valueIn, fieldsOf, isImported, missingFor } from '../rules/kind.ts'
import { kindPlans } from '../rules/kinds.ts'
import { findFieldContext, listItems, requireKind, type StoredItem } from '../items.server.ts'
import type { Route } from './+types/kind'
import { type Column, DenseTable } from '#app/features/console/components/dense-table.tsx'

export const handle: StaffHandle = { right: 'catalog.write' }

const pageSize = 100

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const kind = requireKind(params.kind)
  const search = new URL(request.url).searchParams
  const words = (search.get('q') ?? '').trim().toLowerCase().slice(0, 80)
  const state = search.get('state') ?? ''
  const [items, fields] = await Promise.all([
    listItems(shop.db, kind, shop.now()),
    findFieldContext(shop.db, shop.timeZone),
  ])
  const found = items.filter(
    ({ key, row }) =>
      (state === '' || row.state === state) &&
      (words === '' || `${key} ${String(row[kindPlans[kind].name])}`.toLowerCase().includes(words)),
  )
  const pages = Math.ceil(found.length / pageSize) || 1
  const page = Math.max(1, Math.min(Number(search.get('page')) || 1, pages))
  return {
    kind,
    words,
    state,
    page,
    pages,
    fields,
    found: found.length,
    all: items.length,
    items: found.slice((page - 1) * pageSize, page * pageSize),
  }
}

export default function KindList({ loaderData }: Route.ComponentProps) {
  const { kind, words, state, page, pages, fields, found, all, items } = loaderData
  const plan = kindPlans[kind]
  const missing = missingFor(plan, fields)
  const path = `/staff/catalog/${kind}`
  const at = (to: number) =>
    `${path}?${new URLSearchParams({ ...(words && { q: words }), ...(state && { state }), page: String(to) })}`
  return (
    <Sheet
      title={plan.title}
      head={
        <span className="ml-auto flex flex-wrap gap-2">
          <VerbLink small to="/staff/catalog" data-back="">
            Catalog
          </VerbLink>
          <a className="con-verb" data-small="" href={`${path}/export.csv`} download>
            Export CSV
          </a>
          {isImported(plan) && (
            <VerbLink small to={`${path}/import`}>
              Import CSV
            </VerbLink>
          )}
        </span>
      }
      state={<Status kind="live">{`${found} of ${all}`}</Status>}
      next={all === 0 ? `Make the first ${missing?.one ?? plan.one}` : undefined}
      cells={pages > 1 ? [{ label: 'Page', value: `${page} of ${pages}` }] : []}
      action={
        <VerbLink look="primary" to={`${path}/new`}>
          {`New ${plan.one}`}
        </VerbLink>
      }
    >
      {all > 0 && <ItemFilter {...loaderData} />}
      {items.length === 0 ? (
        <EmptyList
          action={all === 0 && missing && <VerbLink to={missing.path}>{`New ${missing.one}`}</VerbLink>}
        >
          {all === 0 ? plan.empty : 'Nothing matches. Clear the filter to see all.'}
        </EmptyList>
      ) : (
        <ItemTable {...loaderData} />
      )}
      {pages > 1 && (
        <nav className="con-region flex gap-4" aria-label="Pages">
          {page > 1 && (
            <a className="con-link" href={at(page - 1)} rel="prev">
              Previous page
            </a>
          )}
          {page < pages && (
            <a className="con-link" href={at(page + 1)} rel="next">
              Next page
            </a>
          )}
        </nav>
      )}
    </Sheet>
  )
}

type View = Route.ComponentProps['loaderData']

function ItemFilter({ kind, words, state }: View) {
  const path = `/staff/catalog/${kind}`
  return (
    <form method="get" action={path} role="search" className="con-region flex flex-wrap items-end gap-2">
      <TextField label="Name or address" name="q" defaultValue={words} maxLength={80} autoComplete="off" />
      {kindPlans[kind].hasState && (
        <SelectField
          label="State"
          name="state"
          defaultValue={state}
          options={[['', 'All'], ...Object.entries(stateWords)]}
        />
      )}
      <Verb small>Show</Verb>
      {(words || state) && (
        <a className="con-link" href={path} data-clear="">
          Clear
        </a>
      )}
    </form>
  )
}

function ItemTable({ kind, fields, items }: View) {
  const plan = kindPlans[kind]
  const { title, hasState, price, stock } = plan
  const listed = fieldsOf(plan).filter(({ name }) => plan.listed.includes(name))
  const columns: (Column<StoredItem> | false | undefined)[] = [
    hasState && {
      label: 'State',
      width: 110,
      render: ({ row }) => <State state={row.state as CatalogState} />,
    },
    {
      label: 'Name',
      phone: 'lead',
      render: ({ key, row }) => (
        <a className="con-clip" href={`/staff/catalog/${kind}/${key}`} data-open="">
          {String(row[plan.name])}
        </a>
      ),
    },
    ...listed.map(
      (field): Column<StoredItem> => ({
        label: field.label,
        render({ row }) {
          const typed = formatField(field, valueIn(row, field.name), fields)
          return wordsOf(field, typed, fields.options).split('\n')[0]
        },
      }),
    ),
    price && {
      label: 'Price',
      width: 110,
      kind: 'number',
      render: ({ priceCents = 0 }) => formatAmount(priceCents),
    },
    stock && { label: 'On the shelf', width: 110, kind: 'number', render: ({ onShelf }) => onShelf },
  ]
  return (
    <DenseTable
      caption={title}
      columns={columns.filter((column) => column !== undefined && column !== false)}
      rows={items}
      id={({ key }) => key}
    />
  )
}

function State({ state = 'visible' }: { state?: CatalogState }) {
  return (
    <Status kind={stateShapes[state]} quiet={state !== 'visible'}>
      {stateWords[state]}
    </Status>
  )
}
