import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** A saved view: a query with a name. */
export type View = {
  key: string
  name: string
  to: string
  count?: string | number | undefined
  isCurrent?: boolean
}

/** Saved views as a row of links. `children` is at the right: the link to the query, the button that saves it. */
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

/** A bar of controls over a list: filters at the left, what concerns the whole list behind a spacer (`<span className="flex-1" />`). */
export function Bar({ children }: { children: ReactNode }) {
  return <div className="con-bar">{children}</div>
}
