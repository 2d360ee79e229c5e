import type { ReactNode } from 'react'
import { JsonLd } from '#app/http/json-ld.tsx'
import { breadcrumbList } from '#app/http/page-head.ts'

type Props = {
  /** What the page is called in the site, and its address. */
  page: { title: string; path: string }
  publicUrl: string
  title: ReactNode
  lead: ReactNode
  /** Buttons below the lead. */
  calls?: ReactNode
  /** The page's drawing. */
  children?: ReactNode
  className?: string
}

/** The head of an information page: where it stands, what it is about, and the drawing that carries it. */
export function PageTop({ page, publicUrl, title, lead, calls, children, className }: Props) {
  return (
    <header className={className ? `py-section ${className}` : 'py-section'}>
      <JsonLd data={breadcrumbList(publicUrl, [{ name: page.title, path: page.path }])} />
      <div className="wrap">
        <div>
          <h1 className="h1 max-w-[16ch] text-title font-hairline">{title}</h1>
          <p className="lead mt-6">{lead}</p>
          {calls && <div className="mt-8 max-lg:[&_.btn]:w-full">{calls}</div>}
        </div>
        {children}
      </div>
    </header>
  )
}
