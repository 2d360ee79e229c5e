import { data, Form } from 'react-router'
import { isHolding } from '#app/db/held-stock.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { heldProof, holdProofField } from '#app/http/proofs.ts'
import { Button } from '#app/ui/button.tsx'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { LinkedText } from '#app/ui/linked-text.tsx'
import { notFound, tooManyWords } from '#app/http/errors.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { formatCalendarDate, formatIsoDay } from '#app/kit/dates.ts'
import { secretToken } from '#app/kit/ids.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { readForm } from '#app/http/form.ts'
import { holdFor } from '#app/features/checkout/access.server.ts'
import { isOpenPage } from '#app/facts/sections.ts'
import { startKey } from '#app/features/checkout/input.ts'
import { concernsTrust } from '../../trust/rules.ts'
import { type BuildState, buildStateOf, finishIn, slotProof } from '../rules.ts'
import { type BuildDecision, findDecision } from '../store/decisions.server.ts'
import { findSavedBuild } from '../store.server.ts'
import { findSubmission } from '../store/submissions.server.ts'
import {
  configuratorWords,
  finishWords,
  priceWords,
  savedWords,
  freePackWords,
  leadWords,
  submissionRefusalWords,
  submittedWords,
} from '../words.ts'
import type { Route } from './+types/submitted'

/** A submission. The page shows nothing about its sender, because anyone with the address can open it. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, now, timeZone } = context.get(shopContext)
  const found = await findSubmission(db, params.submission)
  const saved = found && (await findSavedBuild(db, found.buildCode))
  const decision = found && (await findDecision(db, found.id))
  if (!found || !saved) throw notFound(savedWords.notFound.title, savedWords.notFound)
  const { id, buildCode, totalCents, itemClass, verdict, slotState, slotCents, heldUntil } = found
  const isHeld = slotState === 'held' && isHolding(heldUntil, now())
  return {
    id,
    buildCode,
    totalCents,
    earnsPack: concernsTrust(itemClass),
    verdict,
    slotCents,
    state: buildStateOf(decision, slotState === 'taken', formatIsoDay(now(), timeZone)),
    price: decision && priceFacts(decision),
    slot: slotState === 'taken' ? ('taken' as const) : isHeld ? ('held' as const) : ('open' as const),
    platform: saved.selection.platformId,
    itemCount: saved.price.itemCount,
    finish: finishIn(saved.selection),
    isSuppressorOptimized: saved.selection.isSuppressorOptimized,
    startKey: secretToken(),
  }
}

function priceFacts({ variant, includes, priceCents, leadWeeks, validUntil }: BuildDecision) {
  if (!variant || !includes || !priceCents || !leadWeeks || !validUntil) return undefined
  return [
    { term: 'What we build', value: variant },
    { term: 'Included', value: includes },
    { term: 'Final price', value: formatCentsExact(priceCents) },
    { term: 'Lead time', value: leadWords(leadWeeks) },
    { term: 'Valid until', value: formatCalendarDate(validUntil) },
  ]
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const submitted = await readForm(request)
  const key = startKey.safeParse(submitted.get('key'))
  if (!key.success) return refuse(422, submissionRefusalWords.key_reused)
  const found = await findSubmission(shop.db, params.submission)
  if (!found) throw notFound(savedWords.notFound.title, savedWords.notFound)
  const limit = await shop.limits.take('orderChange', found.id)
  if (!limit.ok) return refuse(429, tooManyWords(limit.retryAfterSeconds))

  if (!isOpenPage(await shop.closedPages(), '/build'))
    return refuse(409, submissionRefusalWords.builder_closed)

  const held = await holdFor(
    { context, request },
    {
      what: slotProof,
      key: key.data,
      proof: submitted.get(holdProofField),
      lines: [{ kind: 'build_slot', ref: { submission: found.id } }],
    },
  )
  if (held.ok) return held.response
  const words: Record<string, string> = submissionRefusalWords
  return refuse(409, words[held.why] ?? held.limited?.text ?? submissionRefusalWords.try_again, held.headers)
}

export const meta = () => [{ title: siteTitle('Build submitted') }]

function refuse(status: 409 | 422 | 429, refusal: string, headers: HeadersInit = {}) {
  return data({ refusal }, { status, headers })
}

export default function Submitted({ loaderData, actionData }: Route.ComponentProps) {
  const { id, buildCode, totalCents, itemCount, finish, isSuppressorOptimized, verdict } = loaderData
  const { state, price } = loaderData
  const decided = decidedWords[state]
  return (
    <div className="wrap grid items-start gap-x-16 gap-y-10 py-section lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
      <div>
        <h1 className="h1">{decided?.title ?? submittedWords.title}</h1>
        <p className="lead mt-4">{decided?.lead ?? submittedWords.lead}</p>
        {!decided && verdict === 'review' && <p className="my-3 text-hold">{submittedWords.review}</p>}
        {state === 'approved' && price && (
          <div className="mt-7">
            <DefinitionList items={price} />
          </div>
        )}
        <div className="mt-7">
          <DefinitionList
            items={[
              { term: 'Reference', value: id },
              {
                term: 'Build',
                value: (
                  <a className="link" href={`/builds/${buildCode}`}>
                    {buildCode}
                  </a>
                ),
              },
              { term: 'Parts', value: String(itemCount) },
              { term: finishWords.title, value: finishWords.fact(finish) },
              ...(isSuppressorOptimized
                ? [
                    {
                      term: configuratorWords.suppressor,
                      value: configuratorWords.suppressorBadges.join(', '),
                    },
                  ]
                : []),
              { term: 'Total', value: priceWords(totalCents) },
            ]}
          />
        </div>
      </div>
      {state !== 'declined' && <Slot {...loaderData} refusal={actionData?.refusal} />}
    </div>
  )
}

const decidedWords: Partial<Record<BuildState, { title: string; lead: string }>> = {
  approved: {
    title: 'Your build, your price',
    lead: 'We checked your build. Reserve its slot at this price: the refundable deposit is credited in full. We then mail you the agreement, and nothing is built before you accept it.',
  },
  expired: {
    title: 'This price has ended',
    lead: 'Reserve the slot, or write to us, and we’ll send you a new price.',
  },
  declined: {
    title: 'We can’t build this',
    lead: 'We can’t build this one as it is. Our email says why. You owe nothing, and you’re welcome to change it and submit it again.',
  },
}

type SlotProps = Route.ComponentProps['loaderData'] & { refusal: string | undefined }

function Slot({ slot, state, slotCents, earnsPack, startKey, refusal }: SlotProps) {
  if (slot === 'taken')
    return (
      <section className="panel p-panel grid gap-4" aria-labelledby="slot">
        <h2 className="h3" id="slot">
          Reserve your slot
        </h2>
        <p className="text-ok">{submissionRefusalWords.slot_taken}</p>
      </section>
    )
  const notice = refusal ?? (slot === 'held' ? submissionRefusalWords.slot_held : undefined)
  return (
    <section className="panel p-panel grid gap-4" aria-labelledby="slot">
      <h2 className="h3" id="slot">
        Reserve your slot
      </h2>
      <p className="text-sm text-muted">
        A slot holds your place in our build schedule. It costs {priceWords(slotCents)}, which goes toward
        your build, and is fully refundable until the transfer form is filed.
      </p>
      {earnsPack && <p className="text-sm text-muted">{freePackWords}</p>}
      {notice && (
        <p role="alert" className="text-hold">
          <LinkedText text={notice} />
        </p>
      )}
      {slot === 'open' && (
        <Form method="post" {...heldProof(slotProof)}>
          <input type="hidden" name="key" value={startKey} autoComplete="off" />
          <Button variant="primary" block busyLabel="Holding">
            Reserve a Slot, {priceWords(slotCents)}
          </Button>
        </Form>
      )}
      {state === 'waiting' && (
        <p className="text-sm text-faint">Optional. Your build is submitted either way.</p>
      )}
    </section>
  )
}
