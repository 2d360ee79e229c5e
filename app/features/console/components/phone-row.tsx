import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Shape, type StatusKind, type Tone } from './shape.tsx'
import { Due } from './status.tsx'

type PhoneRowProps = {
  kind: StatusKind
  tone?: Tone | undefined
  to: string
  subject: ReactNode
  amount?: ReactNode
  detail?: ReactNode
  due?: ReactNode
  dueTone?: Tone | undefined
  select?: { form: string; value: string; label: string }
}

export function PhoneRow({ kind, tone, to, subject, amount, detail, due, dueTone, select }: PhoneRowProps) {
  return (
    <li data-row="">
      <span className="flex items-center gap-2">
        {select && (
          <label className="con-hit">
            <input
              type="checkbox"
              name="row"
              className="con-check"
              form={select.form}
              value={select.value}
              aria-label={select.label}
            />
          </label>
        )}
        <Shape kind={kind} tone={tone} />
      </span>
      <Link to={to} className="con-clip font-medium" data-open="">
        {subject}
      </Link>
      <span className="con-number">{amount}</span>
      <span className="con-cards-second">
        <span className="con-clip">{detail}</span>
        <Due tone={dueTone}>{due}</Due>
      </span>
    </li>
  )
}
