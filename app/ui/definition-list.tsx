import type { ReactNode } from 'react'

export type Definition = { term: string; value: ReactNode; note?: ReactNode }

export function DefinitionList({ items }: { items: readonly Definition[] }) {
  return (
    <dl>
      {items.map(({ term, value, note }) => (
        <div
          className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-hairline py-3 last:border-b"
          key={term}
        >
          <dt className="text-muted">{term}</dt>
          <dd className="font-display text-lg/normal wrap-anywhere">
            {value}
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
