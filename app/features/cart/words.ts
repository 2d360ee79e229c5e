import { formatCents } from '#app/kit/money.ts'
import type { Notice } from './rules.ts'

/** Texts of the cart that stand in more than one place. */
export const cartWords = {
  add: 'Add to Cart',
  adding: 'Adding',
  title: 'Cart',
  empty: 'Your cart is empty',
  emptyText: 'What you add waits here for 30 days, on this device only.',
  subtotal: 'Subtotal',
  later: 'Shipping and sales tax are worked out at checkout, once we know where it goes.',
  checkOut: 'Checkout',
  starting: 'Holding your things',
  shipping: 'Some items have shipping restrictions, and magazine capacity limits apply in some states.',
  unsettled: 'Settle what is marked first. Nothing has been charged.',
} as const

/** Why nothing was added. */
export const addRefusalWords: Record<'not_sold' | 'gone' | 'full' | 'all_of_it', string> = {
  not_sold: 'This is not sold here any more.',
  gone: 'The last piece was just held or sold.',
  full: 'The cart is full. Check out first, or take something out.',
  all_of_it: 'Every piece you can have is in your cart already.',
}

/** Why no other number of a drop was added. */
export function groupLimitWords(maxPerBuyer: number): string {
  const numbers = maxPerBuyer === 1 ? 'one number' : `${maxPerBuyer} numbers`
  return `Your cart has ${numbers} of this drop already, the most one buyer can have. Check out, or take one out to choose another.`
}

/** Why no order was started. `changed` also when things were taken meanwhile: the lines then say which. */
export const checkoutRefusalWords: Record<'changed' | 'empty' | 'key_reused' | 'try_again', string> = {
  changed: 'Something changed since you looked. It is marked below; check it and press again.',
  empty: 'There is nothing in the cart.',
  key_reused: 'This page was used before with another cart. Check what is below and press again.',
  try_again: 'Somebody was a moment faster. Press again: what is left is shown below.',
}

/** What a line says of a change since it was put in. */
export function noticeWords(notice: Notice, unitCents: number | undefined): string {
  if (notice.why === 'gone') return 'This cannot be had any more. Take it out to go on.'
  if (notice.why === 'fewer')
    return notice.left === 1 ? 'Only one piece can be had now.' : `Only ${notice.left} pieces can be had now.`
  const now = unitCents === undefined ? '' : ` It is ${formatCents(unitCents)} now.`
  return `The price was ${formatCents(notice.fromCents)} when you added it.${now}`
}

/** `1 piece`, `3 pieces`. */
export function quantityWords(quantity: number): string {
  return quantity === 1 ? '1 piece' : `${quantity} pieces`
}
