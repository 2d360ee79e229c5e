import { Form, Link, redirect, useNavigation } from 'react-router'
import { isStaleRule, staleOn } from '#app/features/compliance/rules.ts'
import { listStateRules } from '#app/features/compliance/store.server.ts'
import { requireRecentSignIn, requireRight } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { countOpenByState } from '#app/features/orders/store/recheck-orders.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { formError } from '#app/http/refused.ts'
import { submittedOf, typedIn } from '#app/http/submitted-fields.ts'
import { after, day } from '#app/kit/clock.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { DenseTable } from '../../console/components/dense-table.tsx'
import { UnitLines } from '../../console/components/dimension-line.tsx'
import { TextField } from '../../console/components/fields.tsx'
import { EmptyList } from '../../console/components/list-states.tsx'
import { Section } from '../../console/components/section.tsx'
import { Sheet } from '../../console/components/sheet.tsx'
import { Status } from '../../console/components/status.tsx'
import { Verb } from '../../console/components/verb.tsx'
import { RulesViews } from '../components/rules-views.tsx'
import { confirmRows } from '../flows.server.ts'
import { confirmInput } from '../input.ts'
import { rulesPath, warnAheadDays } from '../rules.ts'
import { findLatestReviews } from '../store.server.ts'
import { statusLooks } from '../words.ts'
import type { Route } from './+types/rows'

export const handle: StaffHandle = { right: 'rules.write' }

export const meta = () => [{ title: 'Rules | PACo console' }]

/** How a row is drawn by its age. */
const unitOf = { stale: 'open', soon: 'held', fresh: 'taken' } as const

/** A refusal means that the list is old. */
export const shouldRevalidate = () => true

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
      sbr: rule.sbr,
      suppressor: rule.suppressor,
      magazine: rule.magazineLimit,
      confidence: rule.confidence,
      orders: orders.get(rule.state) ?? 0,
      asOf: formatCalendarDate(rule.asOf),
      staleOn: staleOn(rule),
      age,
      reviewer: review?.reviewer.replace(/ <.*>$/, '') ?? null,
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

/** Confirms the selected rows as they stand. */
export async function action({ context, request }: Route.ActionArgs) {
  await requireRecentSignIn(context, request)
  const shop = context.get(shopContext)
  const actor = actorOf(requireRight(context, 'rules.write'))
  const form = await readForm(request)
  const parsed = parseForm(confirmInput, form)
  if (!parsed.ok) return formError(422, parsed.fieldErrors, parsed.given)
  const rows = parsed.value.row.map((text) => {
    const [state = '', version] = text.split(' ')
    return { state, version: Number(version) }
  })
  const done = await confirmRows({ ctx: shop, actor, timeZone: shop.timeZone }, rows, parsed.value.evidence)
  if (!done.ok)
    return formError(
      409,
      { row: [`Changed since you read them: ${done.states.join(', ')}. Nothing was confirmed.`] },
      submittedOf(form),
    )
  return redirect(rulesPath, 303)
}

export default function Rows({
  loaderData: { rows, lines, counts, staleFrom, dueOnly },
  actionData,
}: Route.ComponentProps) {
  const isBusy = useNavigation().formMethod === 'POST'
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
            selectIn="confirm"
            selectLabel={(id) => `Select ${id.split(' ')[0]}`}
            columns={[
              { key: 'state', label: '', width: 44, kind: 'code' },
              { key: 'name', label: 'State' },
              { key: 'sbr', label: 'SBR', width: 108 },
              { key: 'suppressor', label: 'Suppressor', width: 108 },
              { key: 'magazine', label: 'Magazine', width: 84, kind: 'number' },
              { key: 'confidence', label: 'Confidence', width: 92 },
              { key: 'orders', label: 'Orders', width: 70, kind: 'number' },
              { key: 'review', label: 'Checked', width: 230 },
            ]}
            rows={rows.map((row) => ({
              id: `${row.state} ${row.version}`,
              cells: [
                row.state,
                <Link key="name" to={`${rulesPath}/${row.state}`} data-open="">
                  {row.name}
                </Link>,
                <Look key="sbr" status={row.sbr} />,
                <Look key="suppressor" status={row.suppressor} />,
                row.magazine ?? '–',
                row.confidence,
                row.orders,
                <Checked key="checked" {...row} />,
              ],
            }))}
            cards={rows.map((row) => (
              <li key={row.state}>
                <Link to={`${rulesPath}/${row.state}`}>{row.name}</Link> <Look status={row.sbr} />
                <br />
                <Checked {...row} />
              </li>
            ))}
          />
          <Section item={1} title="Confirm the selected rows" note="they count as checked today, by you">
            <Form
              method="post"
              id="confirm"
              className="grid max-w-[620px] gap-3"
              aria-label="Confirm rows"
              noValidate
            >
              {actionData?.fieldErrors.row && (
                <p className="con-error" role="alert">
                  {actionData.fieldErrors.row.join(' ')}
                </p>
              )}
              <TextField
                label="What you read, for the record"
                name="evidence"
                defaultValue={typedIn(actionData?.given ?? {}, 'evidence')}
                errors={actionData?.fieldErrors.evidence}
              />
              <span>
                <Verb look="primary" busy={isBusy} busyWords="Confirming...">
                  Confirm these rows
                </Verb>
              </span>
            </Form>
          </Section>
        </>
      )}
    </Sheet>
  )
}

function Look({ status }: { status: string }) {
  const { kind, tone, word } = statusLooks[status] ?? { kind: 'todo' as const, word: status }
  return (
    <Status kind={kind} tone={tone} quiet>
      {word}
    </Status>
  )
}

function Checked({ age, asOf, reviewer }: { age: string; asOf: string; reviewer: string | null }) {
  return (
    <Status kind={age === 'stale' ? 'over' : age === 'soon' ? 'soon' : 'done'} quiet>
      {[asOf, reviewer].filter(Boolean).join(', ')}
    </Status>
  )
}
