import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Shape } from './shape.tsx'

type FilterFrameProps = {
  /** `stage`, `is any of`, `agreed`. */
  field: string
  operator: string
  value: string
  /** The query without this filter. */
  removeTo: string
  /** Opens the editor of this filter; without it the frame can only be removed. */
  children?: ReactNode
}

/** A filter of a query, each of its cells a control: field, operator, value, remove. Works as links alone. */
export function FilterFrame({ field, operator, value, removeTo, children }: FilterFrameProps) {
  return (
    <span className="con-frame" role="group" aria-label={`Filter ${field} ${operator} ${value}`}>
      <span data-label="">{field}</span>
      <span>{operator}</span>
      {children ?? <span>{value}</span>}
      <Link to={removeTo} aria-label={`Remove filter ${field}`}>
        <Shape kind="remove" />
      </Link>
    </span>
  )
}
