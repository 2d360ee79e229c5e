import type { ReactNode } from 'react'

type Props = {
  /** The anchor, and what the heading is found by. */
  id: string
  title: ReactNode
  lead: ReactNode
  /** Where to go from here: `Calls`. */
  children: ReactNode
}

/** The end of an information page: a last word, and where to go from there. */
export function ClosingSection({ id, title, lead, children }: Props) {
  return (
    <section className="sec" aria-labelledby={id}>
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
