import { Link } from 'react-router'
import type { CatalogState } from '#app/catalog/rules.ts'
import { SelectField, TextField } from '#app/features/console/components/fields.tsx'
import { EmptyList } from '#app/features/console/components/list-states.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { wordsOf } from '../components/item-fields.tsx'
import { formatField, valueIn } from '../rules/fields.ts'
import { fieldsOf, isImported, type KindPlan, missingFor } from '../rules/kind.ts'
import { kindPlans } from '../rules/kinds.ts'
import { findFieldContext, listItems, requireKind } from '../store/items.server.ts'
import type { Route } from './+types/kind'
import { DenseTable } from '#app/features/console/components/dense-table.tsx'
import { stateShapes, stateWords } from '../words.ts'

export const handle: StaffHandle = { right: 'catalog.write' }

export const meta = () => [{ title: consoleTitle('Catalog') }]

const pageSize = 100

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const kind = requireKind(params.kind)
  const search = new URL(request.url).searchParams
  const words = (search.get('q') ?? '').trim().toLowerCase().slice(0, 80)
  const state = search.get('state') ?? ''
  const plan: KindPlan = kindPlans[kind]
  const [items, fields] = await Promise.all([
    listItems(shop.db, kind, shop.now()),
    findFieldContext(shop.db, shop.timeZone),
  ])
  const listed = fieldsOf(plan).filter(({ name }) => plan.listed.includes(name))
  const found = items.filter(
    ({ key, row }) =>
      (state === '' || row.state === state) &&
      (words === '' || `${key} ${String(row[plan.name])}`.toLowerCase().includes(words)),
  )
  const page = Math.max(1, Math.min(Number(search.get('page')) || 1, Math.ceil(found.length / pageSize) || 1))
  return {
    kind,
    words,
    state,
    page,
    pages: Math.ceil(found.length / pageSize),
    found: found.length,
    all: items.length,
    missing: missingFor(plan, fields),
    columns: listed.map(({ name, label }) => ({ key: name, label })),
    rows: found.slice((page - 1) * pageSize, page * pageSize).map(({ key, row, priceCents, onShelf }) => ({
      key,
      name: String(row[plan.name]),
      state: (row.state ?? 'visible') as CatalogState,
      price: priceCents === undefined ? undefined : (priceCents / 100).toFixed(2),
      onShelf,
      cells: listed.map(
        (field) =>
          wordsOf(field, formatField(field, valueIn(row, field.name), fields), fields.options).split('\n')[0],
      ),
    })),
  }
}

export default function KindList({ loaderData }: Route.ComponentProps) {
  const { kind, words, state, page, pages, found, all, missing, columns, rows } = loaderData
  const plan: KindPlan = kindPlans[kind]
  const path = `/staff/catalog/${kind}`
  const at = (to: number) =>
    `${path}?${new URLSearchParams({ ...(words && { q: words }), ...(state && { state }), page: String(to) })}`
  return (
    <Sheet
      title={plan.title}
      heading={plan.title}
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
      {all > 0 && <ItemFilter path={path} words={words} state={state} hasState={plan.hasState} />}
      {rows.length === 0 ? (
        <EmptyList
          action={all === 0 && missing && <VerbLink to={missing.path}>{`New ${missing.one}`}</VerbLink>}
        >
          {all === 0 ? plan.empty : 'Nothing matches. Clear the filter to see all.'}
        </EmptyList>
      ) : (
        <ItemTable plan={plan} path={path} columns={columns} rows={rows} />
      )}
      {pages > 1 && (
        <nav className="con-region flex gap-4" aria-label="Pages">
          {page > 1 && (
            <Link className="con-link" to={at(page - 1)} rel="prev">
              Previous page
            </Link>
          )}
          {page < pages && (
            <Link className="con-link" to={at(page + 1)} rel="next">
              Next page
            </Link>
          )}
        </nav>
      )}
    </Sheet>
  )
}

type FilterProps = {
  path: string
  words: string
  state: string
  hasState: boolean
}

function ItemFilter({ path, words, state, hasState }: FilterProps) {
  const states = [['', 'All'] as const, ...Object.entries(stateWords)]
  return (
    <form method="get" action={path} role="search" className="con-region flex flex-wrap items-end gap-2">
      <TextField label="Name or address" name="q" defaultValue={words} maxLength={80} autoComplete="off" />
      {hasState && <SelectField label="State" name="state" defaultValue={state} options={states} />}
      <Verb small>Show</Verb>
      {(words || state) && (
        <Link className="con-link" to={path} data-clear="">
          Clear
        </Link>
      )}
    </form>
  )
}

type Row = {
  key: string
  name: string
  state: CatalogState
  price: string | undefined
  onShelf: number | undefined
  cells: readonly (string | undefined)[]
}

type TableProps = {
  plan: KindPlan
  path: string
  columns: readonly { key: string; label: string }[]
  rows: readonly Row[]
}

function ItemTable({ plan, path, columns, rows }: TableProps) {
  return (
    <DenseTable
      caption={plan.title}
      columns={[
        ...(plan.hasState ? [{ key: 'state', label: 'State', width: 110 }] : []),
        { key: 'name', label: 'Name', phone: 'lead' as const },
        ...columns,
        ...(plan.price ? [{ key: 'price', label: 'Price', width: 110, kind: 'number' as const }] : []),
        ...(plan.stock
          ? [{ key: 'onShelf', label: 'On the shelf', width: 110, kind: 'number' as const }]
          : []),
      ]}
      rows={rows.map((row) => ({
        id: row.key,
        cells: [
          ...(plan.hasState
            ? [
                <Status key="state" kind={stateShapes[row.state]} quiet={row.state !== 'visible'}>
                  {stateWords[row.state]}
                </Status>,
              ]
            : []),
          <Link key="name" className="con-clip" to={`${path}/${row.key}`} data-open="">
            {row.name}
          </Link>,
          ...row.cells,
          ...(plan.price ? [row.price] : []),
          ...(plan.stock ? [row.onShelf] : []),
        ],
      }))}
    />
  )
}
