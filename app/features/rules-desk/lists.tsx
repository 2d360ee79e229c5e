import { Fragment } from 'react'
import type { ClaimInput, Period } from '#app/features/claims/rules.ts'
import { Link } from 'react-router'
import { type ItemClass, judge, type StateRule, type Verdict } from '#app/features/compliance/rules.ts'
import { stateName } from '#app/features/compliance/rules/states.ts'
import type { LocalRuleInput, PurchaseAgeInput, StateRuleInput } from '#app/features/compliance/input.ts'
import { Views, Sheet } from '#app/features/console/components/sheet.tsx'
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
import { confirmLaws, findLatestReviews, lawStores, type StoredLaw } from './laws.server.ts'
import {
  ageWords,
  claimsPath,
  confirmInput,
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
type Cell = string | number | { outcome: Verdict['outcome'] }

function viewAt(url: string): View {
  const { pathname } = new URL(url)
  return pathname.endsWith('/places') ? 'places' : pathname.endsWith('/claims') ? 'claims' : 'rows'
}

export async function loader({ context, request }: Route.LoaderArgs) {
  requireRight(context, 'rules.write')
  const shop = context.get(shopContext)
  const view = viewAt(request.url)
  const now = shop.now()
  const reviews = await findLatestReviews(shop.db)
  const orders = view === 'rows' ? await countOpenByState(shop.db) : new Map<string, number>()
  const lists: Partial<Record<LawKind, ListedLaw[]>> = {}
  for (const kind of views[view].kinds)
    lists[kind] = (await lawStores[kind].list(shop.db, { now, timeZone: shop.timeZone })).map((law) => ({
      ...listed(kind, law, reviews, now),
      ...shownAs[kind](law.law, now, orders),
    }))
  const all = Object.values(lists).flat()
  const dueOnly = new URL(request.url).searchParams.has('due')
  const [first] = all.flatMap((law) => law.staleOn ?? []).toSorted()
  return {
    view,
    lists: dueOnly
      ? Object.fromEntries(
          Object.entries(lists).map(([kind, laws]) => [kind, laws.filter(({ age }) => age !== 'done')]),
        )
      : lists,
    ages: all.map(({ age }) => age),
    staleFrom: first ? formatCalendarDate(first) : null,
    dueOnly,
  }
}

type Named = { name: string; code?: string; cells: Cell[] }
type ListedLaw = ReturnType<typeof listed> & Named

function listed(
  kind: LawKind,
  { key, version, asOf, law, staleOn, isStaleAt }: StoredLaw,
  reviews: Awaited<ReturnType<typeof findLatestReviews>>,
  now: Date,
) {
  const review = reviews.get(`${kind} ${key}`)
  const isSoon = isStaleAt(after(now, warnAheadDays * day))
  const { effectiveTo } = law as Partial<Period>
  return {
    key,
    // One that ends before needs no more checks.
    staleOn: effectiveTo && effectiveTo < staleOn ? null : staleOn,
    /** As a form names it with its version: `state MD 12`. */
    id: `${kind} ${key} ${version}`,
    to: lawPaths[kind](key),
    age: isStaleAt(now) ? ('over' as const) : isSoon ? ('soon' as const) : ('done' as const),
    checked: [formatCalendarDate(asOf), review && actorName(review.reviewer)].filter(Boolean).join(', '),
  }
}

const shownAs: Record<LawKind, (law: Law, now: Date, orders: ReadonlyMap<string, number>) => Named> = {
  state: (law, now, orders) => {
    const rule = law as StateRuleInput & StateRule
    return {
      name: rule.name,
      code: rule.state,
      // What a buyer there is told. Rules of places within the state have a list of their own.
      cells: [
        { outcome: verdictOf(rule, 'sbr', now) },
        { outcome: verdictOf(rule, 'suppressor', now) },
        rule.magazineLimit ?? '–',
        rule.confidence,
        orders.get(rule.state) ?? 0,
      ],
    }
  },
  local: (law) => {
    const { place, state, zips, firearms, magazines, magazineLimit } = law as LocalRuleInput
    return {
      name: place,
      cells: [state, zips.join(', '), placeStatus(firearms), placeStatus(magazines), magazineLimit ?? '–'],
    }
  },
  age: (law) => {
    const { ageClass, state, years } = law as PurchaseAgeInput
    return { name: ageWords[ageClass], cells: [state === 'US' ? 'Everywhere' : stateName(state), years] }
  },
  claim: (law) => {
    const { key, figure, text } = law as ClaimInput
    return { name: key, cells: [figure, text] }
  },
}

function verdictOf(rule: StateRule, itemClass: ItemClass, now: Date): Verdict['outcome'] {
  const { state } = rule
  return judge({ itemClass, buyerState: state, dealerState: state }, [{ ...rule, local: [] }], now).outcome
}

/** Nothing leaves it to the state. */
const placeStatus = (status: string | null) =>
  status === null ? 'As its state' : status.charAt(0).toUpperCase() + status.slice(1)

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

const nameOf = ({ to, name }: ListedLaw) => (
  <Link to={to} data-open="">
    {name}
  </Link>
)

const cellAt = (at: number) => (law: ListedLaw) => {
  const cell = law.cells[at]
  if (typeof cell !== 'object') return cell
  const { kind, tone, word } = outcomeLooks[cell.outcome]
  return (
    <Status kind={kind} tone={tone} quiet>
      {word}
    </Status>
  )
}

const tables: Record<LawKind, { caption: string; columns: readonly Column<ListedLaw>[]; empty: string }> = {
  state: {
    caption: 'State rows',
    empty: 'There are no rows. They come with the shop’s reference data.',
    columns: [
      { label: 'Code', width: 44, kind: 'code', render: ({ code }) => code },
      { label: 'State', phone: 'lead', render: nameOf },
      { label: 'SBR', width: 108, render: cellAt(0) },
      { label: 'Suppressor', width: 108, render: cellAt(1) },
      { label: 'Magazine', width: 84, kind: 'number', render: cellAt(2) },
      { label: 'Confidence', width: 92, render: cellAt(3) },
      { label: 'Orders', width: 70, kind: 'number', phone: 'amount', render: cellAt(4) },
      checkedColumn,
    ],
  },
  local: {
    caption: 'Rules of places',
    empty: 'No city or county has a rule of its own. The row of its state decides alone.',
    columns: [
      { label: 'Place', render: nameOf },
      { label: 'State', width: 64, kind: 'code', render: cellAt(0) },
      { label: 'ZIP codes from', width: 170, kind: 'code', render: cellAt(1) },
      { label: 'Firearms', width: 120, render: cellAt(2) },
      { label: 'Magazines', width: 120, render: cellAt(3) },
      { label: 'Rounds', width: 76, kind: 'number', render: cellAt(4) },
      { ...checkedColumn, width: 200 },
    ],
  },
  age: {
    caption: 'Ages to buy',
    empty: 'No age is stated. Everything is sold from 21.',
    columns: [
      { label: 'What', render: nameOf },
      { label: 'Where', width: 200, render: cellAt(0) },
      { label: 'From age', width: 84, kind: 'number', render: cellAt(1) },
      { ...checkedColumn, width: 200 },
    ],
  },
  claim: {
    caption: 'Claims',
    empty: 'There are no claims: pages state no figure of law, tax or waiting time.',
    columns: [
      { label: 'Claim', width: 180, kind: 'code', render: nameOf },
      { label: 'Figure', width: 220, render: cellAt(0) },
      { label: 'As pages say it', render: cellAt(1) },
      checkedColumn,
    ],
  },
}

export default function Laws({ loaderData, actionData }: Route.ComponentProps) {
  const { view, lists, ages, staleFrom, dueOnly } = loaderData
  const { title, one } = views[view]
  const count = (age: ListedLaw['age']) => ages.filter((each) => each === age).length
  const due = count('over') + count('soon')
  const shown = Object.entries(lists) as [LawKind, ListedLaw[]][]
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
      cells={shown.map(([kind, laws]) => ({
        label: { state: 'Rows', local: 'Places', age: 'Ages', claim: 'Claims' }[kind],
        value: laws.length,
      }))}
      action={<Add view={view} />}
    >
      {(due > 0 || dueOnly) && (
        <p className="con-region">
          <Link className="con-link" to={dueOnly ? views[view].path : `${views[view].path}?due`}>
            {dueOnly ? 'Show all' : 'Show what is due'}
          </Link>
        </p>
      )}
      {shown.map(([kind, laws], at) =>
        view === 'places' ? (
          <Section
            key={kind}
            item={at + 1}
            title={kind === 'local' ? 'Places' : 'Ages to buy'}
            note={
              kind === 'local' ? (
                'stricter than their state, by ZIP code'
              ) : (
                <Link className="con-link" to={`${rulesPath}/ages/new`}>
                  Add age
                </Link>
              )
            }
          >
            <LawTable kind={kind} laws={laws} />
          </Section>
        ) : (
          <Fragment key={kind}>
            <LawTable kind={kind} laws={laws} />
          </Fragment>
        ),
      )}
      {ages.length > 0 && (
        <Section
          item={shown.length + 1}
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
      selectLabel={({ key, name }) => `Select ${kind === 'age' ? key : name}`}
      columns={columns}
      rows={laws}
      id={({ id }) => id}
    />
  )
}
