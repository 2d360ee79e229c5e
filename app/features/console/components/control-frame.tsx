import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Shape } from './shape.tsx'

type FilterFrameProps = {
  field: string
  operator: string
  value: string
  removeTo: string
  children?: ReactNode
}

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
