import { formatCents } from '#app/kit/money.ts'
import { fromWords } from '../words.ts'

/** What a platform starts from. Prices in US cents. */
export type PriceFrom = {
  /** Of the platform alone. */
  baseCents: number
  /** The cheapest build that can be submitted: its price, its parts by name, and its address in the configurator. */
  complete: { totalCents: number; parts: readonly string[]; path: string } | null
}

/** The price that a platform starts from, with what kind of price it is. */
export function PriceOf({ from: { baseCents, complete } }: { from: PriceFrom }) {
  return (
    <>
      <small className="font-text text-sm leading-none font-normal tracking-normal text-muted">
        {complete ? fromWords.from : fromWords.base}
      </small>{' '}
      {formatCents(complete?.totalCents ?? baseCents)}
    </>
  )
}
