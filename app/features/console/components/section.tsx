import { type ReactNode, useId } from 'react'
import { Balloon } from './status.tsx'

type SectionProps = {
  item?: number
  title: ReactNode
  note?: ReactNode
  children: ReactNode
}

export function Section({ item, title, note, children }: SectionProps) {
  const id = useId()
  return (
    <section className="con-region" aria-labelledby={id}>
      <header>
        {item !== undefined && <Balloon item={item} />}
        <h2 className="con-h2" id={id}>
          {title}
        </h2>
        {note !== undefined && <small>{note}</small>}
      </header>
      {children}
    </section>
  )
}

/** They fall under one another below 1180 px. `columns` is the widths as CSS: `minmax(0,1.22fr) minmax(0,1fr) 352px`. */
export function Columns({ columns, children }: { columns: string; children: ReactNode }) {
  return (
    <div className="con-columns" style={{ gridTemplateColumns: columns }}>
      {children}
    </div>
  )
}

export function KeyValues({ rows }: { rows: readonly (readonly [key: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[92px_minmax(0,1fr)] gap-x-[10px] gap-y-[3px] [&>dt]:wrap-anywhere [&>dt]:text-faint [&>dd]:min-w-0 [&>dd]:wrap-anywhere">
      {rows
        .filter(([, value]) => value !== undefined && value !== null && value !== false && value !== '')
        .flatMap(([key, value]) => [<dt key={key}>{key}</dt>, <dd key={`${key}-value`}>{value}</dd>])}
    </dl>
  )
}

export function EmptyList({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="con-region grid justify-items-start gap-2">
      <p className="text-muted">{children}</p>
      {action}
    </div>
  )
}
