import type { ReactNode } from 'react'

export function KeyValues({ rows }: { rows: readonly (readonly [key: string, value: ReactNode])[] }) {
  return (
    <dl className="con-values">
      {rows
        .filter(([, value]) => value !== undefined && value !== null && value !== false && value !== '')
        .flatMap(([key, value]) => [<dt key={key}>{key}</dt>, <dd key={`${key}-value`}>{value}</dd>])}
    </dl>
  )
}
