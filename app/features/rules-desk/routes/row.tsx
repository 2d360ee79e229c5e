import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { isStaleRule, staleOn } from '#app/features/compliance/rules.ts'
import { findStateRule } from '#app/features/compliance/store.server.ts'
import { listAffected } from '#app/features/orders/store/recheck-orders.server.ts'
import { requireRecentSignIn, requireRight } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { submittedOf, typedIn } from '#app/http/submitted-fields.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { formatIsoDay, formatStamp } from '#app/kit/date-format.ts'
import { TextField } from '../../console/components/fields.tsx'
import { Revisions } from '../../console/components/revisions.tsx'
import { Columns, Section } from '../../console/components/section.tsx'
import { Sheet } from '../../console/components/sheet.tsx'
import { Status } from '../../console/components/status.tsx'
import { Verb, VerbLink } from '../../console/components/verb.tsx'
import { ChangeList } from '../components/change-list.tsx'
import { RowForm } from '../components/row-form.tsx'
import { affectedKey, changeRow, proposedRow } from '../flows.server.ts'
import { decisionInput, proposalInput } from '../input.ts'
import { differencesOf, inWords, rowFields, rulesPath } from '../rules.ts'
import { listReviews } from '../store.server.ts'
import { outcomeLooks, refusalWords } from '../words.ts'
import type { Route } from './+types/row'

export const handle: StaffHandle = { right: 'rules.write' }

export const meta = ({ params }: Route.MetaArgs) => [{ title: `Row ${params.state} | PACo console` }]

export const shouldRevalidate = () => true

export async function loader({ context, params, request }: Route.LoaderArgs) {
  requireRight(context, 'rules.write')
  const { db, now: clock, timeZone } = context.get(shopContext)
  const now = clock()
  const row = await findStateRule(db, params.state)
  if (!row) throw data(null, { status: 404 })
  const reviews = await listReviews(db, `state ${row.state}`)
  const sent = new URL(request.url).searchParams
  const form = new FormData()
  for (const [name, value] of sent) form.append(name, value)
  const proposed = sent.has('sbr') ? parseForm(proposalInput, form) : undefined
  const changes = proposed?.ok ? differencesOf(row, proposed.value) : []
  const affected =
    proposed?.ok && changes.length > 0
      ? await listAffected(
          db,
          { ...row, ...proposedRow(row, proposed.value, formatIsoDay(now, timeZone)) },
          now,
        )
      : []
  const stored = Object.fromEntries(
    Object.keys(rowFields).map((name) => {
      const value = row[name as keyof typeof rowFields]
      return [
        name,
        name === 'sources'
          ? (value as string[]).join('\n')
          : name === 'flags'
            ? (value as string[]).join(' ')
            : inWords(value),
      ]
    }),
  )
  return {
    state: row.state,
    name: row.name,
    version: row.version,
    asOf: formatCalendarDate(row.asOf),
    staleOn: formatCalendarDate(staleOn(row)),
    isStale: isStaleRule(row, now),
    places: row.local.map(({ id, place }) => ({ id, place })),
    values: sent.has('sbr') ? Object.fromEntries(sent) : stored,
    errors: proposed && !proposed.ok ? proposed.fieldErrors : {},
    isProposed: proposed?.ok ?? false,
    changes,
    affected,
    affectedKey: affectedKey(affected),
    reviews: reviews.map((review) => ({
      id: review.id,
      version: review.version ?? undefined,
      at: formatStamp(review.at, timeZone, now),
      by: review.reviewer.replace(/ <.*>$/, ''),
      evidence: review.evidence,
      changes: review.changes,
    })),
  }
}

/** Writes the proposed row, once its difference and who is affected were seen. */
export async function action({ context, params, request }: Route.ActionArgs) {
  await requireRecentSignIn(context, request)
  const shop = context.get(shopContext)
  const actor = actorOf(requireRight(context, 'rules.write'))
  const form = await readForm(request)
  const proposal = parseForm(proposalInput, form)
  const decision = parseForm(decisionInput, form)
  const given = submittedOf(form)
  if (!proposal.ok)
    return data({ refusal: 'Look at the fields again.', errors: proposal.fieldErrors, given }, 422)
  if (!decision.ok) return data({ refusal: null, errors: decision.fieldErrors, given }, 422)
  const { revision, affected, evidence } = decision.value
  const done = await changeRow({ ctx: shop, actor, timeZone: shop.timeZone }, params.state, {
    proposal: proposal.value,
    seen: revision,
    affected,
    evidence,
  })
  if (done.ok) return redirect(`${rulesPath}/${params.state}`, 303)
  return data({ refusal: refusalWords[done.why], errors: {}, given }, 409)
}

export default function Row({ loaderData: row, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().formMethod === 'POST'
  const path = `${rulesPath}/${row.state}`
  const errors: Record<string, string[] | undefined> = actionData?.errors ?? {}
  const worse = row.affected.filter(({ to }) => to !== 'allowed').length
  return (
    <Sheet
      title={`Rules, row ${row.state}`}
      heading={row.name}
      state={
        row.changes.length > 0 ? (
          <Status kind="wait">Proposed</Status>
        ) : (
          <Status kind={row.isStale ? 'over' : 'done'}>{row.isStale ? 'Stale' : 'In force'}</Status>
        )
      }
      next={
        row.changes.length > 0
          ? `${row.affected.length} open orders change their verdict, ${worse} of them to a review or a refusal`
          : `Turns stale on ${row.staleOn}`
      }
      cells={[
        { label: 'Version', value: row.version },
        { label: 'Checked', value: row.asOf },
      ]}
      action={<VerbLink to={rulesPath}>All rows</VerbLink>}
    >
      <Columns columns="minmax(0,1fr) minmax(0,1fr)">
        <div>
          <Section item={1} title="The row" note={`version ${row.version}, checked ${row.asOf}`}>
            <RowForm key={row.version} action={path} values={row.values} errors={{ ...row.errors }} />
            {row.places.length > 0 && (
              <p className="con-hint mt-3">
                Places with rules of their own: {row.places.map(({ place }) => place).join(', ')}.
              </p>
            )}
          </Section>
        </div>
        <div>
          {actionData?.refusal && (
            <p className="con-region con-error" role="alert">
              {actionData.refusal}
            </p>
          )}
          <Section item={2} title="What changes">
            {row.changes.length > 0 ? (
              <ChangeList changes={row.changes} />
            ) : (
              <p className="text-muted">
                {row.isProposed
                  ? 'Nothing differs from the row as it stands.'
                  : 'Change the row at the left and show what changes. Nothing counts before you confirm it here.'}
              </p>
            )}
          </Section>
          {row.changes.length > 0 && (
            <>
              <Section item={3} title="Who is affected" note="open orders, judged as if it were in force">
                {row.affected.length === 0 ? (
                  <p className="text-muted">No open order changes its verdict.</p>
                ) : (
                  <ul className="grid gap-1" aria-label="Affected orders">
                    {row.affected.map(({ orderId, title, from, to }) => (
                      <li key={orderId} className="flex flex-wrap items-center gap-3">
                        <Link className="con-link" to={`/staff/orders/${orderId}`}>
                          {orderId}
                        </Link>
                        <span className="con-clip">{title}</span>
                        <Outcome outcome={to} />
                        <span className="text-faint">
                          was {outcomeLooks[from]?.word.toLowerCase() ?? from}
                        </span>
                      </li>
                    ))}
                  </ul>
                )}
              </Section>
              <Section item={4} title="Confirm">
                <Form
                  method="post"
                  action={path}
                  className="grid gap-3"
                  aria-label="Confirm the change"
                  noValidate
                >
                  {Object.entries(row.values).map(([name, value]) => (
                    <input key={name} type="hidden" name={name} value={value} />
                  ))}
                  <input type="hidden" name="revision" value={row.version} />
                  <input type="hidden" name="affected" value={row.affectedKey} />
                  <TextField
                    label="What you read, for the record"
                    name="evidence"
                    defaultValue={typedIn(actionData?.given ?? {}, 'evidence')}
                    errors={errors.evidence}
                  />
                  <p className="con-hint">
                    Open orders of {row.name} are judged again. Buyers whose order waits for a review are
                    mailed.
                  </p>
                  <span>
                    <Verb look="primary" busy={isBusy} busyWords="Confirming...">
                      Confirm version {row.version + 1}
                    </Verb>
                  </span>
                </Form>
              </Section>
            </>
          )}
          <Section item={5} title="Reviews">
            {row.reviews.length === 0 ? (
              <p className="text-muted">
                Nobody has confirmed this row in the console yet. It came with the shop’s reference data.
              </p>
            ) : (
              <Revisions
                caption="Reviews of this row"
                rows={row.reviews.map(({ id, version, at, by, evidence, changes }) => ({
                  key: String(id),
                  number: version,
                  date: at,
                  change: [evidence, changes].filter(Boolean).join(' '),
                  by,
                }))}
              />
            )}
          </Section>
        </div>
      </Columns>
    </Sheet>
  )
}

function Outcome({ outcome }: { outcome: string }) {
  const { kind, tone, word } = outcomeLooks[outcome] ?? { kind: 'todo' as const, word: outcome }
  return (
    <Status kind={kind} tone={tone}>
      {word}
    </Status>
  )
}
