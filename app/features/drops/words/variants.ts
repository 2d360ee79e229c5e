import { formatCents } from '#app/kit/money.ts'

/** Texts about the variants of a drop. */
export const variantWords = {
  choose: 'Choose its variant on the page of the number.',
} as const

/** Texts of the page on which the buyer of an offered number chooses its variant, and of what leads there. */
export const offerWords = {
  title: (number: number) => `Number ${number} is held for you`,
  lead: 'Choose its variant. The price you see here is the one you reserve it at.',
  until: (moment: string) => `Held for you until ${moment}. You can choose again until you pay the deposit.`,
  next: 'Continue to Checkout',
  busy: 'One moment...',
  change: 'Change the variant',
} as const

/** A variant with its price: `Night, $2,699`. */
export function chosenVariantWords({ name, priceCents }: { name: string; priceCents: number }): string {
  return `${name}, ${formatCents(priceCents)}`
}
