import type { TaxedMovement } from '#app/ledger/period.server.ts'

/** Where a sale is taxed. A balance is taxed on the whole price: its deposit was taken before, without tax. */
export type TaxPlace = {
  state: string | null
  county: string | null
  balance?: { priceCents: number; amountCents: number }
}

export type TaxRow = { state: string; county: string; goodsCents: number; taxCents: number }

/**
 * Sums by state and county, in their order. What has no place on record has empty words, so that the sum of all rows is that
 * of the movements.
 */
export function taxByPlace(
  movements: readonly TaxedMovement[],
  placeOf: (orderId: string) => TaxPlace | undefined,
): TaxRow[] {
  const rows = new Map<string, TaxRow>()
  for (const { orderId, goodsCents, taxCents } of movements) {
    const place = orderId === null ? undefined : placeOf(orderId)
    const { state, county } = { state: place?.state ?? '', county: place?.county ?? '' }
    const row = rows.get(`${state} ${county}`) ?? { state, county, goodsCents: 0, taxCents: 0 }
    row.goodsCents += wholeOf(goodsCents, place)
    row.taxCents += taxCents
    rows.set(`${state} ${county}`, row)
  }
  return [...rows.values()].toSorted(
    (a, b) => a.state.localeCompare(b.state) || a.county.localeCompare(b.county),
  )
}

function wholeOf(cents: number, place: TaxPlace | undefined): number {
  if (!place?.balance) return cents
  return Math.round((cents * place.balance.priceCents) / place.balance.amountCents)
}
