export const cartWords = { add: 'Add to Cart', adding: 'Adding' } as const

export const addRefusalWords: Record<'not_sold' | 'gone' | 'full' | 'all_of_it', string> = {
  not_sold: 'This is no longer available.',
  gone: 'The last one was just held or sold.',
  full: 'Your cart is full. Check out first, or remove something.',
  all_of_it: 'Your cart already has as many as you can buy.',
}

export function groupLimitWords(maxPerBuyer: number): string {
  const numbers = maxPerBuyer === 1 ? 'one number' : `${maxPerBuyer} numbers`
  return `Your cart already has ${numbers} of this drop, the most one buyer can have. Check out, or remove one to choose another.`
}

/** Why nothing was added, by what the cart's address says of it: a reason, or how many of a drop one buyer can have (`max_2`). */
export function notAddedWords(why: string): string | undefined {
  const max = /^max_(\d{1,3})$/.exec(why)?.[1]
  if (max) return groupLimitWords(Number(max))
  return Object.hasOwn(addRefusalWords, why)
    ? addRefusalWords[why as keyof typeof addRefusalWords]
    : undefined
}

/** Why no order was started. `changed` also covers items sold meanwhile: their lines say so. */
export const checkoutRefusalWords: Record<'changed' | 'empty' | 'key_reused' | 'try_again', string> = {
  changed: 'Something in your cart has changed. Check the marked items and press again.',
  empty: 'Your cart is empty.',
  key_reused: 'Your cart has changed since this page was opened. Check it and press again.',
  try_again: 'Someone else was faster. What is left is shown below; press again.',
}
