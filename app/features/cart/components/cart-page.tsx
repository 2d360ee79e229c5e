import { Form, Link } from 'react-router'
import { LinkedText } from '#app/ui/linked-text.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { heldProof } from '#app/http/proof-marks.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { countOf } from '#app/kit/count.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import type { ShownCart } from '../rules.ts'
import { heldWords } from '../../checkout/words.ts'
import { cartWords } from '../words.ts'
import { CartRow } from './cart-row.tsx'

const sum = 'font-display text-2xl leading-none font-book whitespace-nowrap'

type Props = {
  cart: ShownCart
  /** An open order that was started with this cart. */
  openOrder: string | undefined
  /** The idempotency key of this rendering. */
  startKey: string
  refusal: string | undefined
  /** Why the last press added nothing, in words. */
  notAdded: string | undefined
  /** What this browser holds beside this cart. */
  held: readonly { id: string; what: string; until: string }[]
}

/** The cart page: all lines with notices of changes, and the checkout button. */
export function CartPage({ cart, openOrder, startKey, refusal, notAdded, held }: Props) {
  return (
    <section className="section border-t-0" aria-labelledby="cart-title" data-part="cart">
      <div className="wrap">
        <h1 className="h1 mb-8 outline-none" id="cart-title" tabIndex={-1}>
          {cartWords.title}
        </h1>
        {notAdded && (
          <p role="status" className="mb-8 max-w-lead border-l-2 border-hold pl-3">
            {notAdded}
          </p>
        )}
        {held.length > 0 && <HeldList held={held} />}
        {cart.lines.length === 0 ? (
          <Empty />
        ) : (
          <div className="grid grid-cols-1 items-start gap-x-6 gap-y-12 lg:grid-cols-[minmax(0,8fr)_minmax(300px,4fr)]">
            <ul aria-label="Items in your cart">
              {cart.lines.map((line) => (
                <CartRow key={line.key} line={line} />
              ))}
            </ul>
            <Summary cart={cart} openOrder={openOrder} startKey={startKey} refusal={refusal} />
          </div>
        )}
      </div>
    </section>
  )
}

/** What is held already, each with the way to its checkout: the way back without script. */
function HeldList({ held }: Pick<Props, 'held'>) {
  return (
    <section className="mb-8" aria-labelledby="held">
      <h2 className="h3 mb-3" id="held">
        {heldWords.title}
      </h2>
      <ul className="border-t border-hairline">
        {held.map(({ id, what, until }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 border-b border-hairline py-3"
          >
            <span>
              {what} <span className="text-sm text-muted">{heldWords.until(until)}</span>
            </span>
            <ButtonLink to={`/checkout/${id}`} size="sm">
              {heldWords.go}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Empty() {
  return (
    <EmptyState
      title={cartWords.empty}
      text={cartWords.emptyText}
      actions={
        <>
          <ButtonLink to="/accessories" variant="primary">
            Accessories
          </ButtonLink>
          <ButtonLink to="/drops">Current Drop</ButtonLink>
        </>
      }
    />
  )
}

function Summary({ cart, openOrder, startKey, refusal }: Omit<Props, 'held' | 'notAdded'>) {
  return (
    <aside
      className="panel p-panel grid gap-4 lg:sticky lg:top-[calc(var(--spacing-nav)+1.5rem)] [&_a]:underline [&_a]:underline-offset-4"
      aria-label="Summary"
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2" role="status">
        <span>
          {cartWords.subtotal}, {countOf(cart.quantity, 'item')}
        </span>
        <b className={sum}>{formatCentsExact(cart.subtotalCents)}</b>
      </p>
      <p className="text-sm text-faint">{cartWords.later}</p>
      <div role="alert">
        {refusal && (
          <p className="field-error">
            <LinkedText text={refusal} />
          </p>
        )}
      </div>
      <Form method="post" action="/cart" {...heldProof('cart')}>
        <input type="hidden" name="key" value={startKey} />
        <input type="hidden" name="subtotal" value={cart.subtotalCents} />
        <Button variant="primary" block disabled={!cart.isReady} busyLabel={cartWords.starting}>
          {cartWords.checkOut}
        </Button>
      </Form>
      {!cart.isReady && <p className="text-sm text-muted">{cartWords.unsettled}</p>}
      {openOrder && (
        <p className="text-sm text-muted">
          You have an open checkout for this cart. <Link to={`/checkout/${openOrder}`}>Back to checkout</Link>
        </p>
      )}
      {cart.hasParcel && (
        <p className="border-t border-hairline pt-4 text-sm text-faint">{cartWords.shipping}</p>
      )}
    </aside>
  )
}
