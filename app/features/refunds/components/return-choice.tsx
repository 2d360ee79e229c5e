import { formatCentsExact } from '#app/kit/money.ts'

/** A line that may be given back, or says why not. */
export type ReturnableLine = {
  position: number
  title: string
  detail: string
  /** What comes back of it, tax included. */
  amountCents: number
  mayReturn: boolean
  /** Its own refund clock in words. */
  clock: string
}

/** Which lines of an order go back: each with what it gives and how long that is possible. */
export function ReturnChoice({ lines }: { lines: readonly ReturnableLine[] }) {
  return (
    <fieldset className="return-choice">
      <legend className="sr-only">Items to return</legend>
      {lines.map(({ position, title, detail, amountCents, mayReturn, clock }) => (
        <label className="choice" key={position}>
          <input type="checkbox" name="line" value={position} disabled={!mayReturn} />
          <span>
            {title} <span className="numeral">{formatCentsExact(amountCents)}</span>
            <small>{[detail, clock].filter(Boolean).join('. ')}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
