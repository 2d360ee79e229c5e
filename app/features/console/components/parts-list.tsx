import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { Balloon } from './marks.tsx'
import { Shape, type StatusKind, type Tone } from './shape.tsx'
import { Due } from './status.tsx'

/**
 * A list in groups that are numbered in the gutter. Its children are `<PartsGroup>`. `hasStamps`: its rows say when something came,
 * `Nov 23 11:16 PM`, and in sentences what.
 */
export function PartsList({ hasStamps, children }: { hasStamps?: boolean; children: ReactNode }) {
  return (
    <div className="con-parts" data-stamps={hasStamps || undefined}>
      {children}
    </div>
  )
}

type GroupProps = {
  /** The number that leads here, 1 to 9. */
  item?: number
  title: string
  /** A remark below the title: `4, state reviews`. */
  note?: ReactNode
  /** `<PartsRow>`s. */
  children: ReactNode
}

/** A group of rows with its title in the gutter. */
export function PartsGroup({ item, title, note, children }: GroupProps) {
  const id = useId()
  return (
    <section data-item={item} aria-labelledby={id}>
      <header>
        {item === undefined ? <span /> : <Balloon item={item} />}
        <h2 className="con-h2 pt-0.5" id={id}>
          {title}
        </h2>
        {note !== undefined && <small>{note}</small>}
      </header>
      <div>{children}</div>
    </section>
  )
}

type RowProps = {
  /** When it is due, in words: `1 d over`, `Today 17:00`, `Fri 27`. */
  due: ReactNode
  tone?: Tone | undefined
  kind: StatusKind
  subject: ReactNode
  /** What the row opens. */
  to: string
  detail?: ReactNode
  amount?: ReactNode
  /** Who has it. */
  who?: ReactNode
  /** Buttons in small forms; shown on the current row in place of amount and who. Phones open the row instead. */
  verbs?: ReactNode
}

/** A row of a parts list: when, shape, what, whose, how much, who. J and K move along the rows, Enter opens. */
export function PartsRow({ due, tone, kind, subject, to, detail, amount, who, verbs }: RowProps) {
  return (
    <div className="con-row" data-row="">
      <span data-part="due">
        <Due tone={tone}>{due}</Due>
      </span>
      <span data-part="shape" className="flex">
        <Shape kind={kind} tone={tone} />
      </span>
      <Link to={to} className="con-clip" data-part="subject" data-open="">
        {subject}
      </Link>
      <span className="con-clip text-muted" data-part="detail">
        {detail}
      </span>
      <span className="con-number" data-part="amount" data-yields="">
        {amount}
      </span>
      <span className="con-clip text-faint" data-part="who" data-yields="">
        {who}
      </span>
      {verbs !== undefined && <span className="con-row-verbs">{verbs}</span>}
    </div>
  )
}
