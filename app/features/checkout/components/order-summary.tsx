import { formatCents, formatCentsExact } from '#app/kit/money.ts'
import { Button } from '#app/ui/button.tsx'
import { LineItem } from '#app/features/orders/components/line-item.tsx'
import { Facts, OfferedFacts } from '#app/features/orders/components/offered-facts.tsx'
import type { OfferedRow } from '#app/features/orders/words/offered.ts'
import { removalWords } from '../words.ts'

export type CheckoutLine = {
  position: number
  title: string
  detail: string
  quantity: number
  /** The line total in cents, without tax. */
  amountCents: number
  isDeposit: boolean
  offered: readonly OfferedRow[]
  clock: string
  comesWith: string
  /** Why it cannot be sold to this buyer: rule, state and date. Empty if it can. */
  refusal: string
  /** Why staff will check it first, and what they ask for. Empty if they will not. */
  review: string
  handling: string
}

export type CheckoutSums = {
  shipping: { name: string; cents: number } | null
  tax: { label: string; cents: number } | null
  isOpen: boolean
  totalCents: number
}

const sumRow = 'flex flex-wrap justify-between gap-x-4 text-muted'

type Props = { orderId: string; lines: readonly CheckoutLine[]; sums: CheckoutSums }

export function OrderSummary({ orderId, lines, sums }: Props) {
  const { shipping, tax, isOpen, totalCents } = sums
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4" aria-labelledby="summary">
      {/* A removed line leads here: its button went away with it. */}
      <h2 className="h3" id="summary" tabIndex={-1}>
        Order summary
      </h2>
      <ul className="border-t border-hairline">
        {lines.map((line) => (
          <Line key={line.position} orderId={orderId} line={line} />
        ))}
      </ul>
      <dl className="grid gap-2">
        {shipping && <Sum term={`Shipping, ${shipping.name}`} cents={shipping.cents} />}
        {tax && <Sum term={tax.label} cents={tax.cents} />}
        {isOpen && (
          <div className={sumRow}>
            <dt>Shipping and tax</dt>
            <dd className="text-sm">from your address</dd>
          </div>
        )}
        {/* Without sums above it, the rule below the lines is enough. */}
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 not-first:border-t not-first:border-hairline not-first:pt-3">
          <dt>{isOpen ? 'Subtotal' : 'Total today'}</dt>
          <dd className="numeral text-3xl leading-none">{formatCents(totalCents)}</dd>
        </div>
      </dl>
    </section>
  )
}

function Line({ orderId, line }: { orderId: string; line: CheckoutLine }) {
  const { position, amountCents, clock, comesWith, refusal, review, handling, offered, ...item } = line
  return (
    <LineItem {...item} amount={amountCents === 0 ? 'Free' : formatCentsExact(amountCents)}>
      {offered.length > 0 && (
        <div className="col-span-full">
          <Facts title="What you reserve">
            <OfferedFacts rows={offered} />
          </Facts>
        </div>
      )}
      {comesWith && <p className="col-span-full text-sm text-accent">{comesWith}</p>}
      {clock && <p className="col-span-full text-sm text-faint">{clock}</p>}
      {handling && <p className="col-span-full text-sm text-faint">{handling}</p>}
      {review && <p className="col-span-full mt-1.5 border-l-2 border-hold bg-sheet p-4 text-sm">{review}</p>}
      {refusal && (
        <div className="col-span-full mt-1.5 grid justify-items-start gap-3 border-l-2 border-stop bg-sheet p-4">
          <p className="field-error">{refusal}</p>
          <Removal orderId={orderId} position={position} title={item.title} />
        </div>
      )}
    </LineItem>
  )
}

function Removal({ orderId, position, title }: { orderId: string; position: number; title: string }) {
  const address = `/checkout/${orderId}/removal`
  return (
    <form method="post" action={address}>
      <input type="hidden" name="line" value={position} />
      <Button size="sm" busyLabel={removalWords.busy} aria-label={removalWords.named(title)}>
        {removalWords.label}
      </Button>
    </form>
  )
}

function Sum({ term, cents }: { term: string; cents: number }) {
  return (
    <div className={sumRow}>
      <dt className="min-w-0">{term}</dt>
      <dd className="numeral">{formatCentsExact(cents)}</dd>
    </div>
  )
}
