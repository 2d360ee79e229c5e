import { type ReactNode, useId } from 'react'

type Props = {
  title: ReactNode
  lead?: ReactNode
  id?: string
  level?: 1 | 2
  /** A full-bleed picture needs no component. `facts`: heading and lead at the left, what they are about at the right. `list`: rows below a small heading. */
  kind?: keyof typeof looks
  className?: string
  children?: ReactNode
}

const looks = {
  wide: 'wrap',
  facts: 'wrap grid items-start gap-x-24 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]',
  list: 'wrap',
}

export function Section({ title, lead, id, level = 2, kind = 'wide', className, children }: Props) {
  const made = useId()
  return (
    <section className={className ? `section ${className}` : 'section'} id={id} aria-labelledby={made}>
      <div className={looks[kind]}>
        <SectionHead title={title} lead={lead} id={made} level={level} kind={kind} />
        {kind === 'facts' ? <div className="min-w-0">{children}</div> : children}
      </div>
    </section>
  )
}

type HeadProps = Pick<Props, 'title' | 'lead' | 'id' | 'level' | 'kind'>

const heads = {
  wide: { head: 'mb-8 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-4 lg:mb-12', heading: '' },
  facts: { head: 'grid gap-4', heading: '' },
  list: { head: 'mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2', heading: 'text-2xl' },
}

export function SectionHead({ title, lead, id, level = 2, kind = 'wide' }: HeadProps) {
  const Heading = `h${level}` as const
  const { head, heading } = heads[kind]
  return (
    <div className={head}>
      <Heading className={`${Heading} ${heading}`} id={id}>
        {title}
      </Heading>
      {lead && <div className="max-w-[52ch] text-pretty text-muted">{lead}</div>}
    </div>
  )
}
