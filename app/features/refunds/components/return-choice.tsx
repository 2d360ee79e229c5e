import { alsoRefundedWords } from '../words.ts'
import { formatCentsExact } from '#app/kit/money.ts'

/** A line that the buyer can return, or why not. */
export type ReturnableLine = {
  position: number
  title: string
  detail: string
  /** The refund for it, including tax. */
  amountCents: number
  /** What was paid for it by another order and goes back with it. */
  alsoCents: number
  mayReturn: boolean
  /** Its refund clock, formatted. */
  clock: string
}

/** Choice of the lines to return, each with its refund and its deadline. */
export function ReturnChoice({ lines }: { lines: readonly ReturnableLine[] }) {
  return (
    <fieldset className="border-t border-hairline">
      <legend className="sr-only">Items to return</legend>
      {lines.map(({ position, title, detail, amountCents, alsoCents, mayReturn, clock }) => (
        <label className="choice border-b border-hairline py-3" key={position}>
          <input type="checkbox" name="line" value={position} disabled={!mayReturn} />
          <span>
            {title} <span className="numeral">{formatCentsExact(amountCents)}</span>
            <small>{[detail, clock, alsoRefundedWords(alsoCents)].filter(Boolean).join('. ')}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
