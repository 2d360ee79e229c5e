import type { CSSProperties, ReactNode } from 'react'

/** A term and what it is. */
export type Definition = { term: string; value: ReactNode; note?: ReactNode }

/**
 * Terms and values: as a strip of large figures (`stats`; `wide` gives the first one double width), as boxes in one
 * frame (`boxes`), or as lines (`lines`).
 */
export function DefinitionList({
  items,
  look = 'lines',
}: {
  items: readonly Definition[]
  look?: DefinitionLook
}) {
  return (
    <dl className={classes[look]} style={{ '--n': items.length } as CSSProperties}>
      {items.map(({ term, value, note }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            {value}
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** How a definition list looks. */
export type DefinitionLook = 'stats' | 'wide' | 'boxes' | 'lines'

const classes = { stats: 'stats', wide: 'stats wide', boxes: 'kv', lines: 'kvl' } satisfies Record<
  DefinitionLook,
  string
>
