import { Button, type ButtonVariant } from '#app/ui/button.tsx'
import type { SellableKind } from '#app/features/orders/rules/goods.ts'
import { cartWords } from './words.ts'

type Props = {
  kind: SellableKind
  /** The item's id in a cart. */
  id: string
  /** Out of stock. */
  soldOut?: boolean
  /** The id of the element that describes the item, because every button of a list has the same label. */
  describedBy?: string
  label?: string
  variant?: ButtonVariant
  size?: 'md' | 'sm'
  block?: boolean
}

/** Adds one item to the cart. The cart page that it leads to comes with the drawer, which opens over the page with script. */
export function AddToCart({ kind, id, soldOut = false, describedBy, label = cartWords.add, ...look }: Props) {
  return (
    <form method="post" action="/cart/lines" className="add-to-cart grid min-w-0 gap-1.5" data-dialog>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="id" value={id} />
      <Button {...look} disabled={soldOut} busyLabel={cartWords.adding} aria-describedby={describedBy}>
        {label}
      </Button>
    </form>
  )
}
