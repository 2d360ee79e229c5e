import { createPortal } from 'react-dom'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { countOf } from '#app/kit/count.ts'
import { formatCents } from '#app/kit/money.ts'
import type { ShownCart } from '../rules.ts'
import { cartWords } from '../words.ts'
import { GoodPicture } from './good-picture.tsx'

type Props = {
  cart: ShownCart
  /** The key of the line that was added. */
  added: string
  onClose: () => void
}

/** The cart drawer after adding an item: the new line first, the subtotal, and links to go on. */
export function CartDrawer({ cart, added, onClose }: Props) {
  const lines = cart.lines.toSorted((a, b) => Number(b.key === added) - Number(a.key === added))
  return createPortal(
    <Dialog open onClose={onClose} title="Added to your cart" description={countOf(cart.quantity, 'item')}>
      <div className="cart-drawer grid gap-4 pt-6">
        <ul>
          {lines.map((line) => (
            <li
              key={line.key}
              className="grid grid-cols-[64px_minmax(0,1fr)_auto] items-center gap-4 border-t border-hairline py-3 data-added:border-t-accent"
              data-added={line.key === added || undefined}
            >
              <GoodPicture line={line} className="size-16 rounded-control bg-plate" />
              <div className="grid gap-0.5 leading-snug">
                <b className="font-bold">{line.good?.title ?? 'No longer available'}</b>
                <span className="text-sm text-muted">
                  {line.free || `${line.quantity} × ${formatCents(line.good?.unitCents ?? 0)}`}
                </span>
              </div>
              <span>{formatCents(line.lineCents)}</span>
            </li>
          ))}
        </ul>
        <p className="flex items-baseline justify-between gap-4 border-t border-control pt-4">
          <span>{cartWords.subtotal}</span>
          <b className="font-display text-2xl leading-none font-book whitespace-nowrap">
            {formatCents(cart.subtotalCents)}
          </b>
        </p>
        <p className="text-sm text-faint">{cartWords.later}</p>
        <ButtonLink to="/cart" variant="primary" block>
          View Cart
        </ButtonLink>
        <Button type="button" block onClick={onClose}>
          Keep Shopping
        </Button>
      </div>
    </Dialog>,
    // A portal, so that a card's list styles do not apply here.
    document.body,
  )
}
