import type { OfferedRow } from '../words/offered.ts'

/** What a line reserves or pays for, small, below its name. */
export function OfferedFacts({ rows }: { rows: readonly OfferedRow[] }) {
  if (rows.length === 0) return null
  return (
    <dl className="col-span-full mt-1.5 grid gap-y-2 text-sm">
      {rows.map(({ term, value }) => (
        <div className="grid min-w-0 gap-x-4 sm:grid-cols-[8rem_minmax(0,1fr)]" key={term}>
          <dt className="text-faint">{term}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
