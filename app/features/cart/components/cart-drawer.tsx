import { Button, ButtonLink } from '#app/ui/button.tsx'
import { countOf } from '#app/kit/count.ts'
import { formatCents } from '#app/kit/money.ts'
import type { ShownCart } from '../rules.ts'
import { cartWords } from '../words.ts'
import { GoodPicture } from './good-picture.tsx'

type Props = {
  cart: ShownCart
  /** The key of the line that was added. */
  added: string
  /** Why nothing was added instead. */
  notAdded: string | undefined
}

/**
 * What a press of "Add to Cart" opens over its page: the new line first, the subtotal, and links to go on; or why nothing was
 * added. The cart page carries it hidden, and says the same itself.
 */
export function CartDrawer({ cart, added, notAdded }: Props) {
  const lines = cart.lines.toSorted((a, b) => Number(b.key === added) - Number(a.key === added))
  const title = notAdded ? cartWords.notAdded : cartWords.added
  return (
    <div
      className="cart-drawer grid content-start gap-4 [main_&]:hidden"
      data-part="added"
      data-title={title}
    >
      <div>
        <h2 className="h3 dialog-title">{title}</h2>
        <p className="text-sm text-muted">{countOf(cart.quantity, 'item')}</p>
      </div>
      {notAdded && (
        <p className="field-error" role="alert">
          {notAdded}
        </p>
      )}
      <ul>
        {lines.map((line) => (
          <li
            key={line.key}
            className="grid grid-cols-[64px_minmax(0,1fr)_auto] items-center gap-4 border-t border-hairline py-3 data-added:border-t-accent"
            data-added={line.key === added || undefined}
          >
            <GoodPicture line={line} className="size-16 rounded-control bg-plate" loading="lazy" />
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
      <form method="dialog">
        <Button block>Keep Shopping</Button>
      </form>
    </div>
  )
}
