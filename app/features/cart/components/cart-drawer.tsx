import { createPortal } from 'react-dom'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { formatCents } from '#app/kit/money.ts'
import type { ShownCart } from '../rules.ts'
import { cartWords, quantityWords } from '../words.ts'
import '../cart-drawer.css'

type Props = {
  cart: ShownCart
  /** The key of the line that was added. */
  added: string
  onClose: () => void
}

/** The cart beside the page, right after something was put in: the new line first, the sum, and the two ways on. */
export function CartDrawer({ cart, added, onClose }: Props) {
  const lines = cart.lines.toSorted((a, b) => Number(b.key === added) - Number(a.key === added))
  return createPortal(
    <Dialog open onClose={onClose} title="Added to your cart" description={quantityWords(cart.quantity)}>
      <div className="cart-drawer">
        <ul>
          {lines.map(({ key, good, quantity, lineCents }) => (
            <li key={key} data-added={key === added || undefined}>
              {good?.picture ? <img src={good.picture} alt="" width={64} height={64} /> : <span />}
              <div>
                <b>{good?.title ?? 'No longer available'}</b>
                <span className="small">
                  {quantity} × {formatCents(good?.unitCents ?? 0)}
                </span>
              </div>
              <span>{formatCents(lineCents)}</span>
            </li>
          ))}
        </ul>
        <p className="cart-sum">
          <span>{cartWords.subtotal}</span>
          <b>{formatCents(cart.subtotalCents)}</b>
        </p>
        <p className="cap">{cartWords.later}</p>
        <ButtonLink to="/cart" variant="primary" block>
          View Cart
        </ButtonLink>
        <Button type="button" block onClick={onClose}>
          Keep Shopping
        </Button>
      </div>
    </Dialog>,
    // Not inside the card of the button: what a card says of its lists would be said of these.
    document.body,
  )
}
