import type { ReactNode } from 'react'

export function KeyValues({ rows }: { rows: readonly (readonly [key: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[92px_minmax(0,1fr)] gap-x-[10px] gap-y-[3px] [&>dt]:wrap-anywhere [&>dt]:text-faint [&>dd]:min-w-0 [&>dd]:wrap-anywhere">
      {rows
        .filter(([, value]) => value !== undefined && value !== null && value !== false && value !== '')
        .flatMap(([key, value]) => [<dt key={key}>{key}</dt>, <dd key={`${key}-value`}>{value}</dd>])}
    </dl>
  )
}
