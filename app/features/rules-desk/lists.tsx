import { type ItemClass, judge, type StateRule, type Verdict } from '#app/features/compliance/rules.ts'
import { stateName } from '#app/features/compliance/rules/states.ts'
import { findLatestReviews } from '#app/features/compliance/store/state-rules.server.ts'
import { Sheet, Views } from '#app/features/console/components/sheet.tsx'
import { type Column, DenseTable } from '#app/features/console/components/dense-table.tsx'
import { Problem } from '#app/features/console/components/fields.tsx'
import { EmptyList, Section } from '#app/features/console/components/section.tsx'
import { RecordForm } from '#app/features/console/components/record-form.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import { countOpenByState } from '#app/features/orders/store/review.server.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import { staffAction } from '#app/features/staff/action.server.ts'
import { actorName, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { formatCalendarDate } from '#app/kit/dates.ts'
import { after, day } from '#app/kit/clock.ts'
import { confirmLaws, lawStores, type StoredLaw } from './laws.server.ts'
import {
  ageWords,
  claimsPath,
  confirmInput,
  inWords,
  type Law,
  type LawKind,
  lawPaths,
  outcomeLooks,
  placesPath,
  rulesPath,
  warnAheadDays,
} from './rules.ts'
import type { Route } from './+types/lists'

export const handle: StaffHandle = { right: 'rules.write' }

const views = {
  rows: { title: 'State rows', path: rulesPath, one: 'row', kinds: ['state'] },
  places: { title: 'Places and ages', path: placesPath, one: 'rule', kinds: ['local', 'age'] },
  claims: { title: 'Claims', path: claimsPath, one: 'claim', kinds: ['claim'] },
} as const

type View = keyof typeof views

export async function loader({ context, request }: Route.LoaderArgs) {
  requireRight(context, 'rules.write')
  const { db, now: clock, timeZone } = context.get(shopContext)
  const now = clock()
  const { pathname, searchParams } = new URL(request.url)
  const view: View = pathname.endsWith('/places')
    ? 'places'
    : pathname.endsWith('/claims')
      ? 'claims'
      : 'rows'
  const dueOnly = searchParams.has('due')
  const reviews = await findLatestReviews(db)
  const orders = view === 'rows' ? await countOpenByState(db) : new Map<string, number>()
  const lists: { kind: LawKind; laws: ListedLaw[] }[] = []
  for (const kind of views[view].kinds) {
    const stored = await lawStores[kind].list(db, { now, timeZone })
    lists.push({
      kind,
      laws: stored.map((law) => {
        const reviewer = reviews.get(`${kind} ${law.key}`)?.reviewer
        return listed(kind, law, { now, reviewer, orders: orders.get(law.key) ?? 0 })
      }),
    })
  }
  const all = lists.flatMap(({ laws }) => laws)
  const [first] = all.flatMap((law) => law.staleOn ?? []).toSorted()
  return {
    view,
    lists: lists.map(({ kind, laws }) => ({
      kind,
      laws: dueOnly ? laws.filter(({ age }) => age !== 'done') : laws,
    })),
    ages: all.map(({ age }) => age),
    staleFrom: first ? formatCalendarDate(first) : null,
    dueOnly,
  }
}

type ListedLaw = ReturnType<typeof listed>

function listed(
  kind: LawKind,
  { key, version, asOf, law, staleOn, isStaleAt }: StoredLaw,
  { now, reviewer, orders }: { now: Date; reviewer: string | undefined; orders: number },
) {
  const isSoon = isStaleAt(after(now, warnAheadDays * day))
  const { effectiveTo } = law
  return {
    key,
    law,
    orders,
    // What a buyer there is told. Rules of places within the state have a list of their own.
    outcomes:
      kind === 'state'
        ? { sbr: outcomeOf(law, 'sbr', now), suppressor: outcomeOf(law, 'suppressor', now) }
        : null,
    // One that ends before needs no more checks.
    staleOn: typeof effectiveTo === 'string' && effectiveTo < staleOn ? null : staleOn,
    /** As a form names it with its version: `state MD 12`. */
    id: `${kind} ${key} ${version}`,
    to: lawPaths[kind](key),
    age: isStaleAt(now) ? ('over' as const) : isSoon ? ('soon' as const) : ('done' as const),
    checked: [formatCalendarDate(asOf), reviewer && actorName(reviewer)].filter(Boolean).join(', '),
  }
}

function outcomeOf(law: Law, itemClass: ItemClass, now: Date): Verdict['outcome'] {
  const rule = { ...(law as Omit<StateRule, 'local'>), local: [] }
  return judge({ itemClass, buyerState: rule.state, dealerState: rule.state }, [rule], now).outcome
}

export const action = staffAction({
  right: 'rules.write',
  recent: true,
  input: confirmInput,
  run: ({ desk, input: { row, evidence } }) => confirmLaws(desk, row, evidence),
  to: ({ input }) => {
    const kind = input.row[0]?.kind
    return kind === 'state' ? rulesPath : kind === 'claim' ? claimsPath : placesPath
  },
  refusal: ({ rules }) => ({
    row: [`Changed since you read them: ${rules.join(', ')}. Nothing was confirmed.`],
  }),
})

const confirmForm = 'confirm'

const checkedColumn: Column<ListedLaw> = {
  label: 'Checked',
  width: 230,
  render: ({ age, checked }) => (
    <Status kind={age} quiet>
      {checked}
    </Status>
  ),
}

const said =
  (name: string, otherwise = '') =>
  ({ law }: ListedLaw) =>
    inWords(law[name]) || otherwise

/** Nothing leaves it to the state. */
const statusOf = (name: string) => (row: ListedLaw) => {
  const status = said(name, 'as its state')(row)
  return status.charAt(0).toUpperCase() + status.slice(1)
}

const outcome = (itemClass: 'sbr' | 'suppressor') => (row: ListedLaw) => {
  const { kind, tone, word } = outcomeLooks[row.outcomes?.[itemClass] ?? 'review']
  return (
    <Status kind={kind} tone={tone} quiet>
      {word}
    </Status>
  )
}

const nameOf: Record<LawKind, (row: ListedLaw) => string> = {
  state: said('name'),
  local: said('place'),
  age: ({ law }) => ageWords[law.ageClass as keyof typeof ageWords],
  claim: said('key'),
}

const nameColumn = (kind: LawKind, label: string, more: Partial<Column<ListedLaw>> = {}) => ({
  label,
  render: (row: ListedLaw) => (
    <a href={row.to} data-open="">
      {nameOf[kind](row)}
    </a>
  ),
  ...more,
})

type Table = { count: string; caption: string; columns: readonly Column<ListedLaw>[]; empty: string }

const tables: Record<LawKind, Table> = {
  state: {
    count: 'Rows',
    caption: 'State rows',
    empty: 'There are no rows. They come with the shop’s reference data.',
    columns: [
      { label: 'Code', width: 44, kind: 'code', render: said('state') },
      nameColumn('state', 'State', { phone: 'lead' }),
      { label: 'SBR', width: 108, render: outcome('sbr') },
      { label: 'Suppressor', width: 108, render: outcome('suppressor') },
      { label: 'Magazine', width: 84, kind: 'number', render: said('magazineLimit', '–') },
      { label: 'Confidence', width: 92, render: said('confidence') },
      { label: 'Orders', width: 70, kind: 'number', phone: 'amount', render: ({ orders }) => orders },
      checkedColumn,
    ],
  },
  local: {
    count: 'Places',
    caption: 'Rules of places',
    empty: 'No city or county has a rule of its own. The row of its state decides alone.',
    columns: [
      nameColumn('local', 'Place'),
      { label: 'State', width: 64, kind: 'code', render: said('state') },
      { label: 'ZIP codes from', width: 170, kind: 'code', render: said('zips') },
      { label: 'Firearms', width: 120, render: statusOf('firearms') },
      { label: 'Magazines', width: 120, render: statusOf('magazines') },
      { label: 'Rounds', width: 76, kind: 'number', render: said('magazineLimit', '–') },
      { ...checkedColumn, width: 200 },
    ],
  },
  age: {
    count: 'Ages',
    caption: 'Ages to buy',
    empty: 'No age is stated. Everything is sold from 21.',
    columns: [
      nameColumn('age', 'What'),
      {
        label: 'Where',
        width: 200,
        render: ({ law }) => (law.state === 'US' ? 'Everywhere' : stateName(inWords(law.state))),
      },
      { label: 'From age', width: 84, kind: 'number', render: said('years') },
      { ...checkedColumn, width: 200 },
    ],
  },
  claim: {
    count: 'Claims',
    caption: 'Claims',
    empty: 'There are no claims: pages state no figure of law, tax or waiting time.',
    columns: [
      nameColumn('claim', 'Claim', { width: 180, kind: 'code' }),
      { label: 'Figure', width: 220, render: said('figure') },
      { label: 'As pages say it', render: said('text') },
      checkedColumn,
    ],
  },
}

export default function Laws({ loaderData, actionData }: Route.ComponentProps) {
  const { view, lists, ages, staleFrom, dueOnly } = loaderData
  const { title, one } = views[view]
  const count = (age: ListedLaw['age']) => ages.filter((each) => each === age).length
  const due = count('over') + count('soon')
  return (
    <Sheet
      title={view === 'rows' ? 'Rules' : title}
      heading={title}
      tab={title}
      head={
        <Views
          label="Rules"
          views={(Object.keys(views) as View[]).map((key) => ({
            key,
            name: views[key].title,
            to: views[key].path,
            isCurrent: key === view,
          }))}
        />
      }
      state={
        <Status kind={count('over') > 0 ? 'over' : due > 0 ? 'soon' : 'done'}>
          {due > 0 ? `${due} to read` : 'Read'}
        </Status>
      }
      next={staleFrom ? `The first ${one}s turn stale on ${staleFrom}` : undefined}
      cells={lists.map(({ kind, laws }) => ({ label: tables[kind].count, value: laws.length }))}
      action={<Add view={view} />}
    >
      {(due > 0 || dueOnly) && (
        <p className="con-region">
          <a className="con-link" href={dueOnly ? views[view].path : `${views[view].path}?due`}>
            {dueOnly ? 'Show all' : 'Show what is due'}
          </a>
        </p>
      )}
      {lists.map(({ kind, laws }, at) =>
        view === 'places' ? (
          <Section
            key={kind}
            item={at + 1}
            title={kind === 'local' ? 'Places' : 'Ages to buy'}
            note={
              kind === 'local' ? (
                'stricter than their state, by ZIP code'
              ) : (
                <a className="con-link" href={`${rulesPath}/ages/new`}>
                  Add age
                </a>
              )
            }
          >
            <LawTable kind={kind} laws={laws} />
          </Section>
        ) : (
          <LawTable key={kind} kind={kind} laws={laws} />
        ),
      )}
      {ages.length > 0 && (
        <Section
          item={lists.length + 1}
          title={`Confirm the selected ${one}s`}
          note="they count as checked today, by you"
        >
          <RecordForm
            id={confirmForm}
            label="Confirm rows"
            fields={[{ name: 'evidence', label: 'What you read, for the record' }]}
            values={{ evidence: typedIn(actionData?.given ?? {}, 'evidence') }}
            refused={actionData}
            submit={`Confirm these ${one}s`}
          >
            <Problem>{actionData?.fieldErrors.row}</Problem>
          </RecordForm>
        </Section>
      )}
    </Sheet>
  )
}

function Add({ view }: { view: View }) {
  if (view === 'rows') return null
  if (view === 'claims') return <VerbLink to={lawPaths.claim('new')}>New claim</VerbLink>
  return (
    <VerbLink to={lawPaths.local('new')} look="primary">
      Add place
    </VerbLink>
  )
}

function LawTable({ kind, laws }: { kind: LawKind; laws: readonly ListedLaw[] }) {
  const { caption, columns, empty } = tables[kind]
  if (laws.length === 0) return <EmptyList>{empty}</EmptyList>
  return (
    <DenseTable
      caption={caption}
      selectIn={confirmForm}
      selectLabel={(row) => `Select ${kind === 'age' ? row.key : nameOf[kind](row)}`}
      columns={columns}
      rows={laws}
      id={({ id }) => id}
    />
  )
}
