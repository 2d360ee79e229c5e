import { Link } from 'react-router'
import {
  isStaleRule,
  type ItemClass,
  judge,
  staleOn,
  type StateRule,
  type Verdict,
} from '#app/features/compliance/rules.ts'
import { listStateRules } from '#app/features/compliance/store/state-rules.server.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import { actorName, type StaffHandle } from '#app/features/staff/rules.ts'
import { countOpenByState } from '#app/features/orders/store/review.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { after, day } from '#app/kit/clock.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { DenseTable } from '../../console/components/dense-table.tsx'
import { UnitLines } from '../../console/components/unit-lines.tsx'
import { EmptyList } from '../../console/components/list-states.tsx'
import { Sheet } from '../../console/components/sheet.tsx'
import { Status } from '../../console/components/status.tsx'
import { ConfirmForm, confirmForm } from '../components/confirm-form.tsx'
import { RulesViews } from '../components/rules-views.tsx'
import { rulesPath, warnAheadDays } from '../rules.ts'
import { findLatestReviews } from '../store.server.ts'
import { outcomeLooks } from '../words.ts'
import type { Route } from './+types/rows'
import { confirmSelected } from './confirm-selected.server.ts'

export const handle: StaffHandle = { right: 'rules.write' }

export const meta = () => [{ title: consoleTitle('Rules') }]

const checkedShapes = { stale: 'over', soon: 'soon', fresh: 'done' } as const

const unitOf = { stale: 'open', soon: 'held', fresh: 'taken' } as const

export async function loader({ context, request }: Route.LoaderArgs) {
  requireRight(context, 'rules.write')
  const { db, now: clock } = context.get(shopContext)
  const now = clock()
  const [rules, reviews, orders] = await Promise.all([
    listStateRules(db),
    findLatestReviews(db),
    countOpenByState(db),
  ])
  const soon = after(now, warnAheadDays * day)
  const rows = rules.map((rule) => {
    const review = reviews.get(`state ${rule.state}`)
    const age: keyof typeof unitOf = isStaleRule(rule, now)
      ? 'stale'
      : isStaleRule(rule, soon)
        ? 'soon'
        : 'fresh'
    return {
      state: rule.state,
      name: rule.name,
      version: rule.version,
      // What a buyer there is told. Rules of places within the state have a list of their own.
      sbr: verdictOf(rule, 'sbr', now),
      suppressor: verdictOf(rule, 'suppressor', now),
      magazine: rule.magazineLimit,
      confidence: rule.confidence,
      orders: orders.get(rule.state) ?? 0,
      asOf: formatCalendarDate(rule.asOf),
      staleOn: staleOn(rule),
      age,
      reviewer: review ? actorName(review.reviewer) : null,
    }
  })
  const dueOnly = new URL(request.url).searchParams.has('due')
  const [first] = rows.map((row) => row.staleOn).toSorted()
  return {
    rows: dueOnly ? rows.filter(({ age }) => age !== 'fresh') : rows,
    lines: rows.map(({ age }) => unitOf[age]),
    counts: {
      all: rows.length,
      stale: rows.filter(({ age }) => age === 'stale').length,
      soon: rows.filter(({ age }) => age === 'soon').length,
    },
    staleFrom: first ? formatCalendarDate(first) : null,
    dueOnly,
  }
}

function verdictOf(rule: StateRule, itemClass: ItemClass, now: Date): Verdict['outcome'] {
  const { state } = rule
  return judge({ itemClass, buyerState: state, dealerState: state }, [{ ...rule, local: [] }], now).outcome
}

export const action = confirmSelected(rulesPath)

export default function Rows({
  loaderData: { rows, lines, counts, staleFrom, dueOnly },
  actionData,
}: Route.ComponentProps) {
  const due = counts.stale + counts.soon
  return (
    <Sheet
      title="Rules"
      heading="State rows"
      head={<RulesViews current="rows" />}
      state={
        <Status kind={counts.stale > 0 ? 'over' : due > 0 ? 'soon' : 'done'}>
          {due > 0 ? `${due} to read` : 'Read'}
        </Status>
      }
      next={staleFrom ? `The first rows turn stale on ${staleFrom}` : undefined}
      cells={[{ label: 'Rows', value: counts.all }]}
    >
      <div className="px-4 py-3">
        <UnitLines
          units={lines}
          label={`${counts.all} rows, A to Z: ${counts.stale} stale, ${counts.soon} stale within ${warnAheadDays} days, the others checked`}
        />
        <p className="con-hint mt-1">
          A line is a row, A to Z: solid is stale, dashed turns stale within {warnAheadDays} days.{' '}
          <Link className="con-link" to={dueOnly ? rulesPath : `${rulesPath}?due`}>
            {dueOnly ? 'Show all rows' : 'Show what is due'}
          </Link>
        </p>
      </div>
      {rows.length === 0 ? (
        <EmptyList>
          {dueOnly
            ? 'No row turns stale within 30 days.'
            : 'There are no rows. They come with the shop’s reference data.'}
        </EmptyList>
      ) : (
        <>
          <DenseTable
            caption="State rows"
            selectIn={confirmForm}
            selectLabel={(id) => `Select ${rows.find(({ state }) => state === id.split(' ')[1])?.name}`}
            columns={[
              { key: 'state', label: 'Code', width: 44, kind: 'code' },
              { key: 'name', label: 'State', phone: 'lead' },
              { key: 'sbr', label: 'SBR', width: 108 },
              { key: 'suppressor', label: 'Suppressor', width: 108 },
              { key: 'magazine', label: 'Magazine', width: 84, kind: 'number' },
              { key: 'confidence', label: 'Confidence', width: 92 },
              { key: 'orders', label: 'Orders', width: 70, kind: 'number', phone: 'amount' },
              { key: 'review', label: 'Checked', width: 230 },
            ]}
            rows={rows.map((row) => ({
              id: `state ${row.state} ${row.version}`,
              cells: [
                row.state,
                <Link key="name" to={`${rulesPath}/${row.state}`} data-open="">
                  {row.name}
                </Link>,
                <Look key="sbr" outcome={row.sbr} />,
                <Look key="suppressor" outcome={row.suppressor} />,
                row.magazine ?? '–',
                row.confidence,
                row.orders,
                <Checked key="checked" {...row} />,
              ],
            }))}
          />
          <ConfirmForm
            words={['Confirm the selected rows', 'Confirm these rows']}
            errors={actionData?.fieldErrors ?? {}}
            evidence={typedIn(actionData?.given ?? {}, 'evidence')}
          />
        </>
      )}
    </Sheet>
  )
}

function Look({ outcome }: { outcome: Verdict['outcome'] }) {
  const { kind, tone, word } = outcomeLooks[outcome] ?? { kind: 'todo' as const, word: outcome }
  return (
    <Status kind={kind} tone={tone} quiet>
      {word}
    </Status>
  )
}

function Checked({
  age,
  asOf,
  reviewer,
}: {
  age: keyof typeof checkedShapes
  asOf: string
  reviewer: string | null
}) {
  return (
    <Status kind={checkedShapes[age]} quiet>
      {[asOf, reviewer].filter(Boolean).join(', ')}
    </Status>
  )
}
