import { Form, Link, useNavigation } from 'react-router'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { useProvenHold } from '#app/http/use-hold-proof.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { formatCentsExact } from '#app/kit/money.ts'
import type { ShownCart } from '../rules.ts'
import { cartWords, quantityWords } from '../words.ts'
import { CartRow } from './cart-row.tsx'

type Props = {
  cart: ShownCart
  /** An order that was begun with this cart and can still be paid. */
  openOrder: string | undefined
  /** The key of what is bought from this rendering of the page. */
  startKey: string
  refusal: string | undefined
}

/** Everything that is to be bought, with what changed since it was added, and the way to pay for it in one go. */
export function CartPage({ cart, openOrder, startKey, refusal }: Props) {
  return (
    <section className="sec cart" aria-labelledby="cart-title">
      <div className="wrap">
        <h1 className="h1" id="cart-title" tabIndex={-1}>
          {cartWords.title}
        </h1>
        {cart.lines.length === 0 ? (
          <Empty />
        ) : (
          <div className="cart-in">
            <ul className="cart-lines" aria-label="Items in your cart">
              {cart.lines.map((line) => (
                <CartRow key={line.key} line={line} />
              ))}
            </ul>
            <Summary {...{ cart, openOrder, startKey, refusal }} />
          </div>
        )}
      </div>
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

function Summary({ cart, openOrder, startKey, refusal }: Props) {
  const { state } = useNavigation()
  const { form, isProving } = useProvenHold('cart')
  return (
    <aside className="plate-c pad cart-side" aria-label="Summary">
      <p className="cart-sum" role="status">
        <span>
          {cartWords.subtotal}, {quantityWords(cart.quantity)}
        </span>
        <b>{formatCentsExact(cart.subtotalCents)}</b>
      </p>
      <p className="cap">{cartWords.later}</p>
      <div role="alert">{refusal && <p className="err">{refusal}</p>}</div>
      <Form method="post" action="/cart" {...form}>
        <input type="hidden" name="key" value={startKey} />
        <input type="hidden" name="subtotal" value={cart.subtotalCents} />
        <Button
          variant="primary"
          block
          disabled={!cart.isReady}
          busy={isProving || state === 'submitting'}
          busyLabel={cartWords.starting}
        >
          {cartWords.checkOut}
        </Button>
      </Form>
      {!cart.isReady && <p className="small">{cartWords.unsettled}</p>}
      {openOrder && (
        <p className="small">
          You have an open checkout for this cart. <Link to={`/checkout/${openOrder}`}>Back to checkout</Link>
        </p>
      )}
      {cart.hasParcel && <p className="cap">{cartWords.shipping}</p>}
    </aside>
  )
}
