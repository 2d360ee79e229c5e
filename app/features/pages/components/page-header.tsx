import type { ReactNode } from 'react'
import { JsonLd } from '#app/http/json-ld.tsx'
import { breadcrumbList } from '#app/http/structured-data.ts'

type Props = {
  page: { title: string; path: string }
  publicUrl: string
  title: ReactNode
  lead: ReactNode
  calls?: ReactNode
  aside?: ReactNode
  children?: ReactNode
  className?: string
}

export function PageHeader({ page, publicUrl, title, lead, calls, aside, children, className }: Props) {
  return (
    <header className={className ? `section ${className}` : 'section'}>
      <JsonLd data={breadcrumbList(publicUrl, [{ name: page.title, path: page.path }])} />
      <div className={aside ? 'wrap grid items-end gap-x-12 gap-y-8 lg:grid-cols-[2fr_1fr]' : 'wrap'}>
        <div>
          <h1 className="h1 max-w-[16ch]">{title}</h1>
          <p className="lead mt-6">{lead}</p>
          {calls && <div className="mt-8 grid gap-4 max-lg:[&_.btn]:w-full">{calls}</div>}
        </div>
        {aside}
        {children}
      </div>
    </header>
  )
}
