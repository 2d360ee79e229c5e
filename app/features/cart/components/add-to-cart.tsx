import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { Button, type ButtonVariant } from '#app/ui/button.tsx'
import type { SellableKind } from '#app/features/orders/rules/goods.ts'
import type { AddAnswer } from '../routes/add.ts'
import { cartWords } from '../words.ts'
import { CartDrawer } from './cart-drawer.tsx'
import { announceCart } from './use-cart.ts'

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

/** Adds one item to the cart and shows the cart drawer. Without script it opens the cart page. */
export function AddToCart({ kind, id, soldOut = false, describedBy, label = cartWords.add, ...look }: Props) {
  const fetcher = useFetcher<AddAnswer>()
  const [shown, setShown] = useState<AddAnswer>()
  const answer = fetcher.data
  useEffect(() => {
    if (!answer) return
    setShown(answer)
    if (answer.cart) announceCart()
  }, [answer])
  return (
    <fetcher.Form
      method="post"
      action="/cart/lines"
      className="add-to-cart grid min-w-0 gap-1.5"
    >
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="id" value={id} />
      <Button
        {...look}
        disabled={soldOut}
        busyLabel={cartWords.adding}
        aria-describedby={describedBy}
      >
        {label}
      </Button>
      <span className="empty:hidden" role="status">
        {shown?.refusal && <span className="field-error">{shown.refusal}</span>}
      </span>
      {shown?.cart && (
        <CartDrawer cart={shown.cart} added={shown.added} onClose={() => setShown(undefined)} />
      )}
    </fetcher.Form>
  )
}
