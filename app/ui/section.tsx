import { type ReactNode, useId } from 'react'

type Props = {
  title: ReactNode
  lead?: ReactNode
  id?: string
  level?: 1 | 2
  className?: string
  children?: ReactNode
}

export function Section({ title, lead, id, level = 2, className, children }: Props) {
  const made = useId()
  const Heading = `h${level}` as const
  return (
    <section className={className ? `section ${className}` : 'section'} id={id} aria-labelledby={made}>
      <div className="wrap">
        <div className="section-head">
          <Heading className={level === 1 ? 'h1' : 'h2'} id={made}>
            {title}
          </Heading>
          {lead && <p>{lead}</p>}
        </div>
        {children}
      </div>
    </section>
  )
}
