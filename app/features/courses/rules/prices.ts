type Price = { priceCents: number; depositCents: number }

/** The price of a course at an instant: the latest of its later prices that has begun, or else its own. `priceAt` says the same in SQL. */
export function currentPrice(
  course: Price & { prices: readonly (Price & { startsAt: Date })[] },
  now: Date,
): Price {
  const { priceCents, depositCents } = course.prices.findLast(({ startsAt }) => startsAt <= now) ?? course
  return { priceCents, depositCents }
}
