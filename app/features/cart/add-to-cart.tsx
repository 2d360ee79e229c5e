import { Button, type ButtonVariant } from '#app/ui/button.tsx'
import type { SellableKind } from '#app/features/orders/goods.ts'

export const addLabel = 'Add to Cart'

type Props = {
  kind: SellableKind
  id: string
  soldOut?: boolean
  /** The id of the element that describes the item, because every button of a list has the same label. */
  describedBy?: string
  label?: string
  variant?: ButtonVariant
  size?: 'md' | 'sm'
  block?: boolean
}

export function AddToCart({ kind, id, soldOut = false, describedBy, label = addLabel, ...look }: Props) {
  return (
    <form method="post" action="/cart/lines" className="add-to-cart grid min-w-0 gap-1.5" data-dialog>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="id" value={id} />
      <Button {...look} disabled={soldOut} busyLabel="Adding" aria-describedby={describedBy}>
        {label}
      </Button>
    </form>
  )
}
