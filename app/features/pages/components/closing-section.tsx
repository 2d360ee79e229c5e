import type { ReactNode } from 'react'

type Props = {
  id: string
  title: ReactNode
  lead: ReactNode
  children: ReactNode
}

export function ClosingSection({ id, title, lead, children }: Props) {
  return (
    <section className="section" aria-labelledby={id}>
      <div className="wrap flex flex-wrap items-end justify-between gap-x-16 gap-y-8">
        <div>
          <h2 className="h2" id={id}>
            {title}
          </h2>
          <p className="lead mt-3">{lead}</p>
        </div>
        {children}
      </div>
    </section>
  )
}
