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
  return (
    <section className={className ? `section ${className}` : 'section'} id={id} aria-labelledby={made}>
      <div className="wrap">
        <SectionHead title={title} lead={lead} id={made} level={level} />
        {children}
      </div>
    </section>
  )
}

type HeadProps = Pick<Props, 'title' | 'lead' | 'id' | 'level'>

export function SectionHead({ title, lead, id, level = 2 }: HeadProps) {
  const Heading = `h${level}` as const
  return (
    <div className="mb-8 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-4 lg:mb-12">
      <Heading className={Heading} id={id}>
        {title}
      </Heading>
      {lead && <p className="max-w-[52ch] text-balance text-muted">{lead}</p>}
    </div>
  )
}
