import { type ReactNode, useId } from 'react'
import { Balloon, Shape, type StatusKind, type Tone, Due } from './status.tsx'

/** `hasStamps`: its rows say when something came, `Nov 23 11:16 PM`, and in sentences what. */
export function PartsList({ hasStamps, children }: { hasStamps?: boolean; children: ReactNode }) {
  return (
    <div className="con-parts" data-stamps={hasStamps || undefined}>
      {children}
    </div>
  )
}

type GroupProps = {
  item: number
  title: string
  note?: ReactNode
  children: ReactNode
}

export function PartsGroup({ item, title, note, children }: GroupProps) {
  const id = useId()
  return (
    <section data-item={item} aria-labelledby={id}>
      <header>
        <Balloon item={item} />
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
  due: ReactNode
  tone?: Tone | undefined
  kind: StatusKind
  subject: ReactNode
  to: string
  detail?: ReactNode
  amount?: ReactNode
  who?: ReactNode
  verbs?: ReactNode
}

export function PartsRow({ due, tone, kind, subject, to, detail, amount, who, verbs }: RowProps) {
  return (
    <div className="con-row" data-row="">
      <span data-part="due">
        <Due tone={tone}>{due}</Due>
      </span>
      <span data-part="shape" className="flex">
        <Shape kind={kind} tone={tone} />
      </span>
      <a href={to} className="con-clip" data-part="subject" data-open="">
        {subject}
      </a>
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
