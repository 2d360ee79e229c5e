import { Form, useNavigation } from 'react-router'
import { formatCents, formatCentsExact } from '#app/kit/money.ts'
import { Button } from '#app/ui/button.tsx'
import { removalWords } from '../words.ts'

/** A line as the checkout shows it, before it is paid. */
export type CheckoutLine = {
  position: number
  title: string
  detail: string
  quantity: number
  /** The line total in cents, without tax. */
  amountCents: number
  /** Its refund clock, as it will run once paid. */
  clock: string
  /** Why it cannot go where the order goes: the rule, its state and the date it was checked. Empty when it can. */
  refusal: string
}

/** What stands below the lines: shipping and tax once they are known, and what is to be paid. */
export type CheckoutSums = {
  shipping: { name: string; cents: number } | null
  tax: { label: string; cents: number } | null
  /** The order has a parcel of which it is not known yet where it goes. */
  isOpen: boolean
  totalCents: number
}

type Props = { orderId: string; lines: readonly CheckoutLine[]; sums: CheckoutSums }

/** What is being bought, line by line, with everything that is added to it. A line that is refused can be taken off. */
export function OrderSummary({ orderId, lines, sums }: Props) {
  const { shipping, tax, isOpen, totalCents } = sums
  return (
    <section className="summary" aria-labelledby="summary">
      <h2 className="h3" id="summary">
        Order summary
      </h2>
      <ul className="summary-lines">
        {lines.map((line) => (
          <Line key={line.position} orderId={orderId} line={line} />
        ))}
      </ul>
      <dl className="summary-sums">
        {shipping && <Sum term={`Shipping, ${shipping.name}`} cents={shipping.cents} />}
        {tax && <Sum term={tax.label} cents={tax.cents} />}
        {isOpen && (
          <div>
            <dt>Shipping and tax</dt>
            <dd className="small">from your address</dd>
          </div>
        )}
        <div className="summary-total">
          <dt>{isOpen ? 'Subtotal' : 'Total today'}</dt>
          <dd className="num">{formatCents(totalCents)}</dd>
        </div>
      </dl>
    </section>
  )
}

function Line({ orderId, line }: { orderId: string; line: CheckoutLine }) {
  const { position, title, detail, quantity, amountCents, clock, refusal } = line
  return (
    <li>
      <div className="order-line-what">
        <strong>
          {title}
          {quantity > 1 && <span className="num"> × {quantity}</span>}
        </strong>
        {detail && <span className="small">{detail}</span>}
      </div>
      <span className="num">{amountCents === 0 ? 'Free' : formatCentsExact(amountCents)}</span>
      {clock && <p className="cap">{clock}</p>}
      {refusal && (
        <div className="summary-refusal">
          <p className="err">{refusal}</p>
          <Removal orderId={orderId} position={position} title={title} />
        </div>
      )}
    </li>
  )
}

function Removal({ orderId, position, title }: { orderId: string; position: number; title: string }) {
  const address = `/checkout/${orderId}/removal`
  const { formAction, formData } = useNavigation()
  const isPending = formAction === address && formData?.get('line') === String(position)
  return (
    <Form method="post" action={address}>
      <input type="hidden" name="line" value={position} />
      <Button size="sm" busy={isPending} busyLabel={removalWords.busy} aria-label={removalWords.named(title)}>
        {removalWords.label}
      </Button>
    </Form>
  )
}

function Sum({ term, cents }: { term: string; cents: number }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className="num">{formatCentsExact(cents)}</dd>
    </div>
  )
}
