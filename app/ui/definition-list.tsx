import type { CSSProperties, ReactNode } from 'react'

export type Definition = { term: string; value: ReactNode; note?: ReactNode }

export type DefinitionLook = 'stats' | 'wide' | 'lines'

export function DefinitionList({
  items,
  look = 'lines',
}: {
  items: readonly Definition[]
  look?: DefinitionLook
}) {
  const { list, item, term, value, note } = looks[look]
  return (
    <dl className={list} style={{ '--n': items.length } as CSSProperties}>
      {items.map((definition) => (
        <div className={item} key={definition.term}>
          <dt className={term}>{definition.term}</dt>
          <dd className={value}>
            {definition.value}
            {definition.note && <small className={note}>{definition.note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const figures = {
  term: 'label mb-3 text-faint',
  note: 'mt-1.5 block font-text text-sm font-normal text-muted',
}

const looks = {
  stats: {
    ...figures,
    list: 'grid grid-cols-2 border-y border-hairline lg:grid-cols-[repeat(var(--n),minmax(0,1fr))]',
    item: 'border-hairline py-6 max-lg:px-3 max-lg:odd:pl-0 max-lg:odd:last:col-span-full max-lg:even:border-l max-lg:nth-[n+3]:border-t lg:px-6 lg:first:pl-0 lg:not-first:border-l',
    value: 'font-display text-xl leading-tight font-book wrap-anywhere hyphens-auto lg:text-3xl',
  },
  wide: {
    ...figures,
    list: 'grid grid-cols-[repeat(calc(var(--n)-1),minmax(0,1fr))] border-y border-hairline lg:grid-cols-[2fr_repeat(calc(var(--n)-1),minmax(0,1fr))]',
    item: 'border-hairline py-6 first:pl-0 max-lg:px-2 max-lg:first:col-span-full max-lg:not-first:border-t max-lg:nth-2:pl-0 max-lg:nth-[n+3]:border-l lg:px-6 lg:not-first:border-l',
    value: 'font-display text-lg leading-tight font-book wrap-anywhere hyphens-auto sm:text-xl lg:text-3xl',
  },
  lines: {
    list: undefined,
    item: 'flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-hairline py-3 last:border-b',
    term: 'text-muted',
    value: 'font-display text-lg/normal wrap-anywhere',
    note: undefined,
  },
} satisfies Record<DefinitionLook, Record<'list' | 'item' | 'term' | 'value' | 'note', string | undefined>>
