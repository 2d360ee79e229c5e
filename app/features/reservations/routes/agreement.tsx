import { Form, redirect } from 'react-router'
import '#app/features/orders/order.css'
import { transact } from '#app/db/db.server.ts'
import { sellerLines } from '#app/facts/facts.ts'
import { requireOwnOrder } from '#app/features/orders/access.server.ts'
import { parsePosition } from '#app/features/orders/quote.ts'
import { isNfaClass } from '#app/features/orders/stages.ts'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { notFound, refused, tooMany } from '#app/http/errors.ts'
import { readForm } from '#app/http/form.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { formatDay } from '#app/kit/dates.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { CheckboxField, RadioGroup } from '#app/ui/field.tsx'
import { LinkedText } from '#app/ui/linked-text.tsx'
import { FormRefusal } from '#app/ui/refusal-notice.tsx'
import { agreementTitle, type Transferee, transferees } from '../rules.ts'
import { acceptAgreement, acceptRefusalWords, findReservation, priceRows } from '../store/agreement.server.ts'
import { moveReservation } from '../store/move.server.ts'
import type { Route } from './+types/agreement'

/** The terms that a buyer accepts with the final price. A change is a new `agreementVersion`. */
const agreementTerms: readonly string[] = [
  'We build the firearm as described here, and the price is final. Sales tax is added where it is due at the place your dealer hands it over.',
  'Your deposit is credited in full. We ask for the balance by email, with a payment link and a due date. The build starts once it is paid.',
  'We may transfer it only while the law allows it, to a dealer whose license is in force, and to a buyer who may receive it. If that is not possible, you get back what the refund policy says.',
  'Federal forms take their time, and nobody can promise a date. We tell you of every step.',
]

/** The sentence that a buyer confirms; it is stored with the order as shown. */
function agreementSentence({ priceCents }: { priceCents: number }): string {
  return `I accept the final price of ${formatCentsExact(priceCents)} and these terms.`
}

const transfereeWords: Record<Transferee, string> = {
  individual: 'I will, as an individual',
  trust: 'A trust or company of mine',
}

export const meta = () => [{ title: siteTitle(agreementTitle) }]

export async function loader(args: Route.LoaderArgs) {
  const { order, line, terms } = await requireTerms(args)
  const { timeZone, facts } = args.context.get(shopContext)
  const { acceptedAt } = terms
  return {
    orderId: order.id,
    of: [line.title, line.detail].filter(Boolean).join(', '),
    rows: [...priceRows(terms, line.unitCents), ...sellerLines(facts())],
    sentence: terms.acceptedSentence ?? agreementSentence(terms),
    sentAt: terms.sentAt.toISOString(),
    acceptedOn: acceptedAt ? formatDay(acceptedAt, timeZone) : '',
    mayAccept: acceptedAt === null && line.stage === 'reserved' && !line.returnedAt,
    asksTransferee: isNfaClass(line.itemClass),
  }
}

export async function action(args: Route.ActionArgs) {
  const shop = args.context.get(shopContext)
  const { order, line, terms } = await requireTerms(args)
  const limit = await shop.limits.take('orderChange', order.id)
  if (!limit.ok) return tooMany(limit.retryAfterSeconds)
  const form = await readForm(args.request)
  const seen = form.get('terms')
  if (form.get('accept') !== 'yes') return refused(acceptRefusalWords.not_confirmed)
  const place = { sellables: args.context.get(sellablesContext), timeZone: shop.timeZone }
  const at = { orderId: order.id, position: line.position }
  const accepted = await transact(shop, async (work) => {
    const done = await acceptAgreement(work, place.sellables, {
      ...at,
      sentAt: typeof seen === 'string' ? seen : '',
      sentence: agreementSentence(terms),
      transferee: transferees.find((each) => each === form.get('transferee')),
    })
    // Where another gate holds it, as a rule that changed in the meantime, the acceptance stays valid and staff move it on later.
    if (done.ok && done.isFirst) await moveReservation(work, place, { ...at, to: 'agreed', by: 'buyer' })
    return done
  })
  return accepted.ok ? redirect(`/orders/${order.id}`, 303) : refused(acceptRefusalWords[accepted.why])
}

async function requireTerms(args: Pick<Route.LoaderArgs, 'context' | 'params' | 'request'>) {
  const { order } = await requireOwnOrder(args)
  const position = parsePosition(args.params.position)
  const line = order.lines.find((each) => each.position === position)
  const { db } = args.context.get(shopContext)
  const terms = line && (await findReservation(db, order.id, line.position))
  if (line && terms) return { order, line, terms }
  throw notFound('No Price Yet', {
    text: acceptRefusalWords.not_sent,
    link: { to: `/orders/${order.id}`, label: 'Back to your order' },
  })
}

export default function AgreementPage({ loaderData, actionData }: Route.ComponentProps) {
  const { orderId, of, rows, sentence, sentAt, acceptedOn, mayAccept, asksTransferee } = loaderData
  const back = <ButtonLink href={`/orders/${orderId}`}>Back to your order</ButtonLink>
  return (
    <section className="wrap grid max-w-[760px] gap-6 pt-8 pb-24" aria-labelledby="agreement">
      <p className="label text-faint">Order {orderId}</p>
      <h1 className="h1" id="agreement">
        {agreementTitle}
      </h1>
      <p className="lead">
        {acceptedOn
          ? `You accepted this on ${acceptedOn}.`
          : 'Please read what we build for you and accept it. Nothing is built before you do.'}
      </p>
      <p>{of}</p>
      <DefinitionList items={rows} />
      <ul className="grid list-disc gap-2 pl-5">
        {agreementTerms.map((term) => (
          <li key={term}>{term}</li>
        ))}
      </ul>
      <FormRefusal text={actionData?.refusal} />
      {mayAccept ? (
        <Form method="post" className="grid gap-6">
          <input type="hidden" name="terms" value={sentAt} autoComplete="off" />
          {asksTransferee && (
            <RadioGroup
              name="transferee"
              id="transferee"
              label="Who will own it?"
              required
              options={transferees.map((value) => ({ value, label: transfereeWords[value] }))}
            />
          )}
          {/* A browser that comes back does not check it either: the terms may be other ones. */}
          <CheckboxField name="accept" id="accept" value="yes" label={sentence} autoComplete="off" required />
          <div className="btns">
            <Button variant="primary" busyLabel="Saving...">
              Accept
            </Button>
            {back}
          </div>
          <p className="text-sm text-muted">
            <LinkedText text="If something is wrong, reply to our email or write to us at /contact, and we’ll send you new terms." />
          </p>
        </Form>
      ) : (
        <>
          {acceptedOn && <p>{sentence}</p>}
          <div className="btns">{back}</div>
        </>
      )}
    </section>
  )
}
