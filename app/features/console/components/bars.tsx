import type { ReactNode } from 'react'
import { Link } from 'react-router'

export type View = {
  key: string
  name: string
  to: string
  count?: string | number | undefined
  isCurrent?: boolean
}

export function Views({
  label,
  views,
  children,
}: {
  label: string
  views: readonly View[]
  children?: ReactNode
}) {
  return (
    <nav className="con-views" aria-label={label}>
      {views.map(({ key, name, to, count, isCurrent }) => (
        <Link key={key} to={to} aria-current={isCurrent ? 'page' : undefined}>
          {name} {count !== undefined && <i>{count}</i>}
        </Link>
      ))}
      {children}
    </nav>
  )
}
