import { isHolding } from '#app/db/held-stock.server.ts'
import { changedWords, staffAction } from '#app/features/staff/action.server.ts'
import { actAs } from '#app/access/act.server.ts'
import { changeOf } from '#app/access/difference.ts'
import { z } from 'zod'
import { dollars } from '#app/kit/fields.ts'
import { EmptyList, KeyValues, Columns, Section } from '#app/features/console/components/section.tsx'
import { Note, useStamp, Status, StatusList } from '#app/features/console/components/status.tsx'
import { RecordForm, type Refused } from '#app/features/console/components/record-form.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import { finishIn, isStandard, buildCentsOf, buildStateOf } from '#app/features/builds/rules.ts'
import { readCatalog } from '#app/features/builds/store.server.ts'
import {
  type BuildDecision,
  checkSubmission,
  decideBuild,
  findDecision,
} from '#app/features/builds/store/decisions.server.ts'
import { findSubmission } from '#app/features/builds/store/submissions.server.ts'
import { priceWords, submittedFacts } from '#app/features/builds/words.ts'
import { verdictText } from '#app/features/compliance/words.ts'
import { classWords } from '#app/features/dealers/rules.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { notFound } from '#app/http/errors.ts'
import { addDays, formatCalendarDate, formatIsoDay } from '#app/kit/dates.ts'
import { countOf, normalizeCode } from '#app/kit/text.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { buildStateWords, inboxPath, refusalWords } from '../rules.ts'
import type { Route } from './+types/build'

export const handle: StaffHandle = { right: 'inbox' }

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
  const { onceKey: _, holdVersion: _v, firearm, orderId, ...shown } = submission
  const finish = checked.saved && finishIn(checked.saved.selection)
  return {
    ...shown,
    firearm: `${firearm.model}, ${firearm.caliber}, barrel ${firearm.barrel}, overall ${firearm.overall}${finish && !isStandard(finish) ? `, ${finish.name}` : ''}${checked.saved?.selection.isSuppressorOptimized ? ', suppressor-optimized' : ''}`,
    orderId: submission.slotState === 'taken' ? orderId : null,
    isInCheckout: submission.slotState === 'held' && isHolding(submission.heldUntil, now),
    buildCents: buildCentsOf(submission, checked.saved),
    parts: checked.saved ? submittedFacts(submission, checked.saved) : [],
    faults: checked.faults.map(({ text }) => text),
    verdict: {
      outcome: checked.verdict.outcome,
      text: verdictText(checked.verdict) || 'The state rules allow it.',
    },
    status: buildStateOf(decision, submission.slotState === 'taken', today),
    revision: decision?.revision ?? 0,
    decision,
    today,
    proposedUntil: addDays(today, proposedDays),
  }
}

/** The highest price of a build, in US cents: a slip of the keyboard is more. */
const maxPriceCents = 10_000_000

const note = z
  .string()
  .default('')
  .transform((text) => text.replaceAll('\r\n', '\n').trim())
  .pipe(z.string().max(2_000, 'Keep this under 2,000 characters'))

const priceMissing = 'Enter an amount like 2,499.00'

const text = (missing: string) =>
  z.string(missing).trim().min(1, missing).max(300, 'Keep this under 300 characters')

/** The revision that their form was made from. */
const seen = z.coerce.number().int().min(0)

const decisionInput = z.discriminatedUnion('decision', [
  z.object({
    decision: z.literal('approved'),
    seen,
    variant: text('Write what is built'),
    includes: text('Write what the price includes'),
    priceCents: dollars(priceMissing).refine((cents) => cents > 0 && cents <= maxPriceCents, priceMissing),
    leadWeeks: z.coerce
      .number('Enter the weeks')
      .int('Enter whole weeks')
      .min(1, 'At least one week')
      .max(104, 'At most 104 weeks'),
    validUntil: z.iso.date('Enter a day'),
    note,
  }),
  z.object({
    decision: z.literal('declined'),
    seen,
    note: note.refine((words) => words !== '', 'Write why: it is mailed'),
  }),
])

export const action = staffAction({
  right: 'reviews.decide',
  recent: true,
  input: decisionInput,
  run: async ({ desk: { ctx, by, actor, timeZone }, params, input }) => {
    const subject = normalizeCode(params.submission ?? '')
    const catalog = await readCatalog(ctx.db, ctx.now())
    const today = formatIsoDay(ctx.now(), timeZone)
    const { seen: _, ...after } = input
    const data = ({ before }: { before?: BuildDecision | undefined }) =>
      changeOf(before && decisionFields(before), after)
    return actAs(ctx, actor, { verb: `build-${input.decision}`, subject, data }, (work) =>
      decideBuild(work, catalog, { ...input, submissionId: subject, by }, today),
    )
  },
  to: ({ params }) => `${inboxPath}/builds/${normalizeCode(params.submission ?? '')}`,
  refusal: ({ why }) => (why === 'changed' ? changedWords : refusalWords(why)),
})

function decisionFields({
  decision,
  note,
  variant,
  includes,
  priceCents,
  leadWeeks,
  validUntil,
}: BuildDecision) {
  return { decision, note, variant, includes, priceCents, leadWeeks, validUntil }
}

export default function BuildSheet({ loaderData: build, actionData }: Route.ComponentProps) {
  const { id, status, decision, verdict, faults, orderId } = build
  const words = buildStateWords[status]
  const stamp = useStamp()
  return (
    <Sheet
      title={`Build ${id}`}
      heading={`${build.name}, ${build.state}`}
      state={<Status kind={words.kind}>{words.word}</Status>}
      next={status === 'waiting' ? 'Check it, then send a price or decline it' : undefined}
      cells={[{ label: 'As submitted', value: formatCentsExact(build.totalCents) }]}
      action={<VerbLink to={inboxPath}>Inbox</VerbLink>}
    >
      <Columns columns="minmax(0,1fr) minmax(0,1fr) 380px">
        <div>
          <Section item={1} title="Verdicts" note="checked again now">
            <StatusList
              rows={[
                { key: 'verdict', kind: outcomeKinds[verdict.outcome], words: verdict.text },
                ...faults.map((fault) => ({ key: fault, kind: 'no' as const, words: fault })),
                ...(faults.length === 0
                  ? [{ key: 'parts', kind: 'done' as const, words: 'The parts go together.' }]
                  : []),
              ]}
            />
          </Section>
          <Section item={2} title="Sender" note={id}>
            <KeyValues
              rows={[
                ['Name', build.name],
                ['Email', build.email],
                ['Phone', build.phone],
                ['State', build.state],
                ['Submitted', stamp(build.submittedAt)],
                [
                  'Order',
                  orderId && (
                    <a className="con-link" href={`/staff/orders/${orderId}`}>
                      {orderId}
                    </a>
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
              <a className="con-link" href={`/builds/${build.buildCode}`}>
                Build {build.buildCode}
              </a>
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
                ]}
              />
              <Note by={`${decision.decidedBy}, ${stamp(decision.decidedAt)}`}>
                {decision.note || (decision.decision === 'approved' ? 'Approved.' : 'Declined.')}
              </Note>
            </Section>
          )}
          <Section item={5} title={decision ? 'Decide again' : 'Decide'}>
            <DecisionForms build={build} answer={actionData} />
          </Section>
        </div>
      </Columns>
    </Sheet>
  )
}

const outcomeKinds = { allowed: 'done', review: 'review', refused: 'no' } as const

type FormsProps = { build: Route.ComponentProps['loaderData']; answer: Refused | undefined }

function DecisionForms({ build, answer }: FormsProps) {
  const held = build.orderId ? 'reserved' : build.isInCheckout ? 'in_checkout' : undefined
  const gates = [
    ...(held ? [held] : []),
    ...(build.verdict.outcome === 'refused' ? ['refused_by_state'] : []),
    ...(build.faults.length > 0 ? ['not_buildable'] : []),
  ]
  const was = build.decision
  const refused = (decision: string) => (answer?.given.decision === decision ? answer : undefined)
  return (
    <div className="grid gap-5">
      <RecordForm
        label="Approve with a price"
        fields={[
          { name: 'variant', label: 'What we build', required: true },
          { name: 'includes', label: 'The price includes', required: true },
          {
            name: 'priceCents',
            label: 'Final price, USD without sales tax',
            inputMode: 'decimal',
            required: true,
            hint: `The refundable deposit of ${formatCentsExact(build.slotCents)} is credited to it.`,
          },
          {
            name: 'leadWeeks',
            label: 'Lead time in weeks, from the paid balance',
            type: 'number',
            min: 1,
            max: 104,
            required: true,
          },
          { name: 'validUntil', label: 'Valid until', type: 'date', min: build.today, required: true },
          { name: 'note', label: 'Note to the buyer, optional', rows: 3 },
        ]}
        values={{
          variant: was?.variant ?? build.firearm,
          includes: was?.includes ?? 'All parts of the build, assembly and test fire',
          priceCents: ((was?.priceCents ?? build.buildCents) / 100).toFixed(2),
          leadWeeks: String(was?.leadWeeks ?? 8),
          validUntil: build.proposedUntil,
        }}
        refused={refused('approved')}
        hidden={{ decision: 'approved', seen: build.revision }}
        submit="Approve and mail the price"
        gate={gates.map(refusalWords)}
      />
      <RecordForm
        label="Decline"
        fields={[{ name: 'note', label: 'Why it is not built, which is mailed', rows: 3, required: true }]}
        refused={refused('declined')}
        hidden={{ decision: 'declined', seen: build.revision }}
        submit="Decline and mail why"
        look="stop"
        gate={held ? [refusalWords(held)] : []}
      />
    </div>
  )
}
