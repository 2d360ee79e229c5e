import { type ReactNode, useId } from 'react'
import { Balloon } from './marks.tsx'

type SectionProps = {
  /** The item's number on the sheet, 1 to 9; the key of that digit goes there. */
  item?: number
  title: ReactNode
  /** A remark at the right of the title: `USD, card ·· 4242`, or a link. */
  note?: ReactNode
  children: ReactNode
}

/** A region of a sheet with its numbered title. Regions are parted by hairlines. */
export function Section({ item, title, note, children }: SectionProps) {
  const id = useId()
  return (
    <section className="con-region" data-item={item} aria-labelledby={id}>
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

/**
 * Columns of regions side by side, which fall under one another below 1180 px. `columns` is the widths as CSS:
 * `minmax(0,1.22fr) minmax(0,1fr) 352px`. Each child is one column.
 */
export function Columns({ columns, children }: { columns: string; children: ReactNode }) {
  return (
    <div className="con-columns" style={{ gridTemplateColumns: columns }}>
      {children}
    </div>
  )
}
