import { data, Form, Link, redirect } from 'react-router'
import { transact } from '#app/db/work.server.ts'
import { sellerLines } from '#app/facts/facts.ts'
import { startKey } from '#app/features/checkout/input.ts'
import { isNfaClass } from '#app/features/orders/stages.ts'
import { transferees } from '#app/features/reservations/rules.ts'
import { AgreementFields, AgreementTerms } from '#app/features/reservations/components/agreement-form.tsx'
import { agreementSentence, priceRows } from '#app/features/reservations/words.ts'
import { heldProof } from '#app/http/proof-marks.ts'
import { Button } from '#app/ui/button.tsx'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { LinkedText } from '#app/ui/linked-text.tsx'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { holdProofField } from '#app/http/hold-proof.ts'
import { notFound } from '#app/http/not-found.ts'
import { openPrivateLink } from '#app/http/private-link.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { refused, tooManyWords } from '#app/http/refused.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { secretToken } from '#app/kit/ids.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { agreementPath, type BuildState, buildStateOf, slotProof } from '../rules.ts'
import { acceptBuild, findOwnDecision, turnDownBuild } from '../store/decisions.server.ts'
import { findSavedBuild } from '../store.server.ts'
import { buildLines, finishWords, leadWords, submissionRefusalWords } from '../words.ts'
import type { Route } from './+types/agreement'
import { holdSlot } from './hold-slot.server.ts'

const expiredWords = 'This price has ended. Write to us and we’ll send you a new one.'

const refusalWords = {
  not_offered: 'There is nothing to accept anymore.',
  terms_changed: 'We changed the price since you opened this page. Please read it again.',
  turned_down: 'You turned this down.',
  expired: expiredWords,
  transferee_missing: 'Say who will own it: Form 4 names them.',
  not_confirmed: 'Check the box to accept.',
  reserved: 'Your deposit is paid. Your order page says how to end the reservation.',
}

export const meta = () => [{ title: siteTitle('Your build’s price') }]

export async function loader(args: Route.LoaderArgs) {
  const { decision, submission, token } = await requireDecision(args)
  const { db, now, timeZone, facts } = args.context.get(shopContext)
  const saved = await findSavedBuild(db, submission.buildCode)
  const { variant, includes, priceCents, leadWeeks, validUntil } = decision
  if (!variant || !includes || !priceCents || !leadWeeks || !validUntil) throw missing()
  const terms = { variant, includes, priceCents }
  return {
    id: submission.id,
    path: agreementPath(submission.id, token),
    state: buildStateOf(decision, submission.slotState === 'taken', formatIsoDay(now(), timeZone)),
    buildCode: submission.buildCode,
    revision: decision.revision,
    note: decision.note,
    rows: [
      ...priceRows(terms, submission.slotCents).map((row) =>
        row.term === 'Deposit paid' ? { ...row, term: 'Refundable deposit, now' } : row,
      ),
      { term: 'Lead time', value: leadWords(leadWeeks) },
      { term: 'Valid until', value: formatCalendarDate(validUntil) },
      ...sellerLines(facts()),
    ],
    parts: saved
      ? buildLines({ platformName: submission.firearm.model, ...saved }).map(({ term, name, price }) => ({
          name: `${term}, ${name}`,
          // The final price contains what was open before.
          price: price === finishWords.quoted ? 'In the final price' : price,
        }))
      : [],
    sentence: decision.acceptedSentence ?? agreementSentence(terms),
    asksTransferee: isNfaClass(submission.itemClass),
    startKey: secretToken(),
  }
}

export async function action(args: Route.ActionArgs) {
  const { decision, submission, token } = await requireDecision(args)
  const shop = args.context.get(shopContext)
  const limit = await shop.limits.take('orderChange', submission.id)
  if (!limit.ok) return refused(tooManyWords(limit.retryAfterSeconds))
  const form = await readForm(args.request)
  const seen = Number(form.get('revision'))
  const today = formatIsoDay(shop.now(), shop.timeZone)
  if (form.get('answer') === 'no') {
    const done = await transact(shop, (work) => turnDownBuild(work, submission.id, seen, today))
    return done.ok ? redirect(agreementPath(submission.id, token), 303) : refused(refusalWords[done.why])
  }
  const key = startKey.safeParse(form.get('key'))
  if (!key.success) return refused(submissionRefusalWords.key_reused)
  if (decision.acceptedAt === null && form.get('accept') !== 'yes') return refused(refusalWords.not_confirmed)
  const { variant, includes, priceCents } = decision
  if (!variant || !includes || !priceCents) return refused(refusalWords.not_offered)
  const accepted = await transact(shop, (work) =>
    acceptBuild(
      work,
      {
        submissionId: submission.id,
        seen,
        sentence: agreementSentence({ priceCents }),
        transferee: transferees.find((each) => each === form.get('transferee')),
      },
      today,
    ),
  )
  if (!accepted.ok) return refused(refusalWords[accepted.why])
  const held = await holdSlot(args, submission, { key: key.data, proof: form.get(holdProofField) })
  return held.ok
    ? redirect(held.to, { status: 303, headers: held.headers })
    : data({ refusal: held.refusal }, { status: 409, headers: held.headers })
}

async function requireDecision({
  context,
  request,
  params,
}: Pick<Route.LoaderArgs, 'context' | 'request' | 'params'>) {
  const shop = context.get(shopContext)
  const { address } = context.get(visitContext)
  const token = new URL(request.url).searchParams.get('key') ?? ''
  const found = await openPrivateLink(
    { limits: shop.limits, address, token },
    (secret) => findOwnDecision(shop, normalizeCode(params.submission), secret),
    missing,
  )
  return { ...found, token }
}

function missing() {
  return notFound('Price Not Found', {
    text: 'Open the link from our latest email in full. A newer email ends an older link.',
    link: { to: '/contact', label: 'Contact' },
  })
}

type Props = Route.ComponentProps['loaderData']

const leads: Partial<Record<BuildState, string>> = {
  offered: 'Please read what we build for you. Accept it, and the refundable deposit reserves your slot.',
  accepted: 'You accepted this. The refundable deposit reserves your slot.',
  reserved:
    'Your deposit is paid and this is agreed. Everything else is on your order page, which we emailed you.',
  turned_down: 'You turned this down. Nothing is built and nothing is owed.',
  expired: expiredWords,
}

export default function BuildAgreement({ loaderData: props, actionData }: Route.ComponentProps) {
  const { state, buildCode, note, rows, parts, sentence } = props
  const refusal = actionData?.refusal
  return (
    <div className="wrap grid items-start gap-x-16 gap-y-10 py-section lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
      <section className="grid gap-6" aria-labelledby="price">
        <h1 className="h1" id="price">
          Your build, your price
        </h1>
        <p className="lead">{leads[state]}</p>
        {note && <p className="whitespace-pre-line">{note}</p>}
        <DefinitionList items={rows} />
        <h2 className="h3">
          Parts of build{' '}
          <Link className="link" to={`/builds/${buildCode}`}>
            {buildCode}
          </Link>
        </h2>
        <DefinitionList items={parts.map(({ name, price }) => ({ term: name, value: price }))} />
      </section>
      <section className="panel p-panel grid gap-5" aria-labelledby="answer">
        <h2 className="h3" id="answer">
          What you agree to
        </h2>
        <AgreementTerms className="text-sm text-muted" />
        <h3 className="h4">What is next</h3>
        <ol className="grid list-decimal gap-2 pl-5 text-sm text-muted">
          <li>You pay the refundable deposit, which is credited in full.</li>
          <li>We ask for the balance by email, with a due date. The build starts once it is paid.</li>
          <li>Your dealer receives it, and hands it over when the law allows.</li>
        </ol>
        {refusal && (
          <p className="field-error" role="alert">
            <LinkedText text={refusal} />
          </p>
        )}
        {(state === 'offered' || state === 'accepted') && <Answer {...props} />}
        {state === 'reserved' && <p>{sentence}</p>}
      </section>
    </div>
  )
}

function Answer({ path, state, revision, sentence, asksTransferee, startKey }: Props) {
  const isAccepted = state === 'accepted'
  return (
    <>
      <Form method="post" action={path} className="grid gap-5" {...heldProof(slotProof)}>
        <input type="hidden" name="revision" value={revision} autoComplete="off" />
        <input type="hidden" name="key" value={startKey} autoComplete="off" />
        {isAccepted ? (
          <p>{sentence}</p>
        ) : (
          <AgreementFields sentence={sentence} asksTransferee={asksTransferee} />
        )}
        <Button variant="primary" block busyLabel="Holding">
          {isAccepted ? 'Pay the Deposit' : 'Accept and Pay the Deposit'}
        </Button>
      </Form>
      <Form method="post" action={path}>
        <input type="hidden" name="revision" value={revision} autoComplete="off" />
        <Button name="answer" value="no" block busyLabel="Saving">
          I Don’t Want It
        </Button>
      </Form>
    </>
  )
}
