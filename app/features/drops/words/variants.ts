import { formatCents } from '#app/kit/money.ts'

/** Texts about the variants of a drop. */
export const variantWords = {
  choose: 'Choose its variant on the page of the number.',
} as const

/** A variant with its price: `Night, $2,699`. */
export function chosenVariantWords({ name, priceCents }: { name: string; priceCents: number }): string {
  return `${name}, ${formatCents(priceCents)}`
}
