import type { ReactNode } from 'react'

type Props = {
  title: ReactNode
  lead: ReactNode
  /** Buttons below the lead. */
  calls?: ReactNode
  /** The page's drawing. */
  children?: ReactNode
  className?: string
}

/** The head of an information page: what it is about, and the drawing that carries it. */
export function PageTop({ title, lead, calls, children, className }: Props) {
  return (
    <header className={className ? `pt ${className}` : 'pt'}>
      <div className="wrap">
        <div className="pt-tx">
          <h1 className="h1">{title}</h1>
          <p className="lead">{lead}</p>
          {calls}
        </div>
        {children}
      </div>
    </header>
  )
}
