import type { ReactNode } from 'react'
import type { OfferedRow } from '../words/offered.ts'

export function OfferedFacts({ rows }: { rows: readonly OfferedRow[] }) {
  if (rows.length === 0) return null
  return (
    <dl className="col-span-full mt-1.5 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
      {rows.map(({ term, value }) => (
        <div
          className="grid min-w-0 content-start max-sm:grid-cols-[8rem_minmax(0,1fr)] max-sm:gap-x-4"
          key={term}
        >
          <dt className="text-faint">{term}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="lg:[&::details-content]:[content-visibility:visible]">
      <summary className="flex min-h-11 items-center justify-between gap-4 border-y border-hairline text-muted after:content-['+'] lg:supports-[selector(::details-content)]:hidden [[open]>&]:after:content-['-']">
        {title}
      </summary>
      <div className="grid gap-3 max-lg:pt-3">{children}</div>
    </details>
  )
}
