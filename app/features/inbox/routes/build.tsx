import { staffAction } from '#app/features/staff/action.server.ts'
import { Link, Form } from 'react-router'
import { EmptyList } from '#app/features/console/components/list-states.tsx'
import { KeyValues } from '#app/features/console/components/key-values.tsx'
import { Note } from '#app/features/console/components/marks.tsx'
import { Columns, Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { VerbLink, Verb } from '#app/features/console/components/verb.tsx'
import { finishIn, isStandard, buildCentsOf, buildStateOf } from '#app/features/builds/rules.ts'
import { readCatalog } from '#app/features/builds/store.server.ts'
import { checkSubmission, findDecision } from '#app/features/builds/store/decisions.server.ts'
import { findSubmission } from '#app/features/builds/store/submissions.server.ts'
import { faultWords, priceWords, submittedFacts } from '#app/features/builds/words.ts'
import { verdictText } from '#app/features/compliance/words.ts'
import { classWords } from '#app/features/dealers/words.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { notFound } from '#app/http/not-found.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { addDays, formatCalendarDate } from '#app/kit/calendar-date.ts'
import { formatIsoDay, formatStamp } from '#app/kit/date-format.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { countOf } from '#app/kit/count.ts'
import { decideOnBuild } from '../flows.server.ts'
import { decisionInput } from '../input.ts'
import { inboxPath } from '../rules.ts'
import { buildStateWords, refusalWords } from '../words.ts'
import type { Route } from './+types/build'
import { Problem, deskFieldsOf, TextArea, TextField } from '#app/features/console/components/fields.tsx'
import { typedIn } from '#app/http/submitted-fields.ts'

export const handle: StaffHandle = { right: 'inbox' }

export const meta = ({ params }: Route.MetaArgs) => [{ title: consoleTitle(`Build ${params.submission}`) }]

const proposedDays = 14

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, now: clock, timeZone } = context.get(shopContext)
  const submission = await findSubmission(db, normalizeCode(params.submission))
  if (!submission)
    throw notFound('No Such Build', {
      text: refusalWords('no_such_build'),
      link: { to: inboxPath, label: 'Inbox' },
    })
  const now = clock()
  const today = formatIsoDay(now, timeZone)
  const [decision, checked] = await Promise.all([
    findDecision(db, submission.id),
    checkSubmission(db, submission, await readCatalog(db, now), now),
  ])
  const { firearm, slotCents, totalCents, orderId } = submission
  const finish = checked.saved && finishIn(checked.saved.selection)
  const stamp = (at: Date | null | undefined) => at && formatStamp(at, timeZone, now)
  return {
    id: submission.id,
    name: submission.name,
    email: submission.email,
    phone: submission.phone,
    buyerState: submission.state,
    buildCode: submission.buildCode,
    itemClass: submission.itemClass,
    firearm: `${firearm.model}, ${firearm.caliber}, barrel ${firearm.barrel}, overall ${firearm.overall}${finish && !isStandard(finish) ? `, ${finish.name}` : ''}${checked.saved?.selection.isSuppressorOptimized ? ', suppressor-optimized' : ''}`,
    submitted: formatStamp(submission.submittedAt, timeZone, now),
    orderId: submission.slotState === 'taken' ? orderId : null,
    isInCheckout:
      submission.slotState === 'held' && submission.heldUntil !== null && submission.heldUntil > now,
    depositCents: slotCents,
    totalCents,
    buildCents: buildCentsOf(submission, checked.saved),
    parts: checked.saved ? submittedFacts(submission, checked.saved) : [],
    faults: checked.faults.map(faultWords),
    verdict: {
      outcome: checked.verdict.outcome,
      text: verdictText(checked.verdict) || 'The state rules allow it.',
    },
    state: buildStateOf(decision, submission.slotState === 'taken', today),
    revision: decision?.revision ?? 0,
    decision: decision && {
      ...decision,
      decidedOn: formatStamp(decision.decidedAt, timeZone, now),
      acceptedOn: stamp(decision.acceptedAt),
      turnedDownOn: stamp(decision.turnedDownAt),
    },
    today,
    proposedUntil: addDays(today, proposedDays),
  }
}

export const action = staffAction({
  right: 'reviews.decide',
  recent: true,
  input: decisionInput,
  run: async ({ desk: { ctx, by, actor, timeZone }, params, input }) => {
    const whose = { submissionId: normalizeCode(params.submission ?? ''), by }
    const decision = input.decision === 'approved' ? { ...whose, ...termsOf(input) } : { ...whose, ...input }
    const catalog = await readCatalog(ctx.db, ctx.now())
    const today = formatIsoDay(ctx.now(), timeZone)
    return decideOnBuild({ ctx, by, actor }, decision, { catalog, today })
  },
  to: ({ params }) => `${inboxPath}/builds/${normalizeCode(params.submission ?? '')}`,
  refusal: ({ why }) => refusalWords(why),
})

function termsOf<Terms extends { price: number }>({ price: priceCents, ...terms }: Terms) {
  return { ...terms, priceCents }
}

export default function BuildSheet({ loaderData: build, actionData }: Route.ComponentProps) {
  const { id, state, decision, verdict, faults, orderId } = build
  const words = buildStateWords[state]
  return (
    <Sheet
      title={`Build ${id}`}
      heading={`${build.name}, ${build.buyerState}`}
      state={<Status kind={words.kind}>{words.word}</Status>}
      next={state === 'waiting' ? 'Check it, then send a price or decline it' : undefined}
      cells={[{ label: 'As submitted', value: formatCentsExact(build.totalCents) }]}
      action={<VerbLink to={inboxPath}>Inbox</VerbLink>}
    >
      <Columns columns="minmax(0,1fr) minmax(0,1fr) 380px">
        <div>
          <Section item={1} title="Verdicts" note="checked again now">
            <ul className="grid gap-2">
              <li>
                <Status kind={outcomeKinds[verdict.outcome]}>{verdict.text}</Status>
              </li>
              {faults.length === 0 ? (
                <li>
                  <Status kind="done">The parts go together.</Status>
                </li>
              ) : (
                faults.map((fault) => (
                  <li key={fault}>
                    <Status kind="no">{fault}</Status>
                  </li>
                ))
              )}
            </ul>
          </Section>
          <Section item={2} title="Sender" note={id}>
            <KeyValues
              rows={[
                ['Name', build.name],
                ['Email', build.email],
                ['Phone', build.phone],
                ['State', build.buyerState],
                ['Submitted', build.submitted],
                [
                  'Order',
                  orderId && (
                    <Link className="con-link" to={`/staff/orders/${orderId}`}>
                      {orderId}
                    </Link>
                  ),
                ],
              ]}
            />
          </Section>
        </div>
        <div>
          <Section
            item={3}
            title="Parts"
            note={
              <Link className="con-link" to={`/builds/${build.buildCode}`}>
                Build {build.buildCode}
              </Link>
            }
          >
            {build.parts.length === 0 ? (
              <EmptyList>The parts of this build can’t be read.</EmptyList>
            ) : (
              <KeyValues
                rows={[
                  ['Class', classWords[build.itemClass]],
                  ['Firearm', build.firearm],
                  ...build.parts.map(({ label, value }) => [label, value] as const),
                  ['Total', priceWords(build.totalCents)],
                ]}
              />
            )}
          </Section>
        </div>
        <div>
          {decision && (
            <Section item={4} title="Decision" note={`revision ${decision.revision}`}>
              <KeyValues
                rows={[
                  ['Final price', decision.priceCents && formatCentsExact(decision.priceCents)],
                  ['What we build', decision.variant],
                  ['Included', decision.includes],
                  ['Lead time', decision.leadWeeks && countOf(decision.leadWeeks, 'week')],
                  ['Valid until', decision.validUntil && formatCalendarDate(decision.validUntil)],
                  ['Accepted', decision.acceptedOn],
                  ['Turned down', decision.turnedDownOn],
                ]}
              />
              <Note by={`${decision.decidedBy}, ${decision.decidedOn}`}>
                {decision.note || (decision.decision === 'approved' ? 'Approved.' : 'Declined.')}
              </Note>
            </Section>
          )}
          <Section item={5} title={decision ? 'Decide again' : 'Decide'}>
            <DecisionForms build={build} given={actionData?.given} errors={actionData?.fieldErrors ?? {}} />
          </Section>
        </div>
      </Columns>
    </Sheet>
  )
}

const outcomeKinds = { allowed: 'done', review: 'review', refused: 'no' } as const

type DecisionFormsProps = {
  build: {
    revision: number
    orderId: string | null
    isInCheckout: boolean
    verdict: { outcome: string }
    faults: readonly string[]
    firearm: string
    buildCents: number
    depositCents: number
    today: string
    proposedUntil: string
    decision:
      | {
          variant: string | null
          includes: string | null
          priceCents: number | null
          leadWeeks: number | null
        }
      | undefined
  }
  given: SubmittedFields | undefined
  errors: FieldErrors
}

function DecisionForms({ build, given = {}, errors }: DecisionFormsProps) {
  const decision = typedIn(given, 'decision')
  const held = build.orderId ? 'reserved' : build.isInCheckout ? 'in_checkout' : undefined
  const gates = [
    ...(held ? [held] : []),
    ...(build.verdict.outcome === 'refused' ? ['refused_by_state'] : []),
    ...(build.faults.length > 0 ? ['not_buildable'] : []),
  ].map(refusalWords)
  const was = build.decision
  const approval = decision === 'approved' ? deskFieldsOf(given, errors) : deskFieldsOf({}, {})
  const decline = decision === 'declined' ? deskFieldsOf(given, errors) : deskFieldsOf({}, {})
  return (
    <div className="grid gap-5">
      <Problem>{errors.form}</Problem>
      <Form method="post" className="grid gap-3" aria-label="Approve with a price" noValidate>
        <input type="hidden" name="decision" value="approved" />
        <input type="hidden" name="seen" value={build.revision} />
        <TextField label="What we build" {...approval('variant', was?.variant ?? build.firearm)} required />
        <TextField
          label="The price includes"
          {...approval('includes', was?.includes ?? 'All parts of the build, assembly and test fire')}
          required
        />
        <TextField
          label="Final price, USD without sales tax"
          {...approval('price', dollars(was?.priceCents ?? build.buildCents))}
          inputMode="decimal"
          required
          hint={`The refundable deposit of ${formatCentsExact(build.depositCents)} is credited to it.`}
        />
        <TextField
          label="Lead time in weeks, from the paid balance"
          {...approval('leadWeeks', String(was?.leadWeeks ?? 8))}
          type="number"
          min={1}
          max={104}
          required
        />
        <TextField
          label="Valid until"
          {...approval('validUntil', build.proposedUntil)}
          type="date"
          min={build.today}
          required
        />
        <TextArea label="Note to the buyer, optional" {...approval('note')} rows={3} />
        <span>
          <Verb look="primary" gate={gates} busyWords="Sending...">
            Approve and mail the price
          </Verb>
        </span>
      </Form>
      <Form method="post" className="grid gap-3" aria-label="Decline" noValidate>
        <input type="hidden" name="decision" value="declined" />
        <input type="hidden" name="seen" value={build.revision} />
        <TextArea label="Why it is not built, which is mailed" {...decline('note')} rows={3} required />
        <span>
          <Verb look="stop" gate={held ? [refusalWords(held)] : []} busyWords="Sending...">
            Decline and mail why
          </Verb>
        </span>
      </Form>
    </div>
  )
}

function dollars(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}
