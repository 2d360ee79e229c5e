import type { ReactNode } from 'react'
import { breadcrumbList, JsonLd } from '#app/http/structured-data.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { useIsOpenPage } from '#app/ui/open-pages.ts'
import { type Call, publicCalls, type Cited, interpolateClaims } from '../rules.ts'

type Props = {
  page: { title: string; path: string }
  publicUrl: string
  title: ReactNode
  lead: ReactNode
  calls?: ReactNode
  /** What the page goes through, at the right of its heading. */
  parts?: readonly { id: string; title: string }[]
  children?: ReactNode
  className?: string
}

export function PageHeader({ page, publicUrl, title, lead, calls, parts, children, className }: Props) {
  return (
    <header className={className ? `section ${className}` : 'section'}>
      <JsonLd data={breadcrumbList(publicUrl, [{ name: page.title, path: page.path }])} />
      <div className={parts ? 'wrap grid items-end gap-x-24 gap-y-8 lg:grid-cols-[7fr_5fr]' : 'wrap'}>
        <div>
          <h1 className="h1 max-w-[16ch]">{title}</h1>
          <p className="lead mt-6">{lead}</p>
          {calls && <div className="mt-8 grid gap-4 max-lg:[&_.btn]:w-full">{calls}</div>}
        </div>
        {parts && (
          <nav aria-label="On this page">
            <ol className="border-b border-hairline">
              {parts.map(({ id, title: part }, index) => (
                <li key={id}>
                  <a
                    className="flex min-h-11 items-center gap-4 border-t border-hairline py-2 font-display text-muted hover:border-accent hover:text-ink"
                    href={`#${id}`}
                  >
                    <span className="w-6 text-sm text-faint" aria-hidden>
                      {index + 1}
                    </span>
                    {part}
                  </a>
                </li>
              ))}
            </ol>
          </nav>
        )}
        {children}
      </div>
    </header>
  )
}

type CallsProps = {
  calls: readonly Call[]
  isPrimary?: boolean
  size?: 'md' | 'sm'
}

export function CtaButtons({ calls, isPrimary = false, size = 'md' }: CallsProps) {
  const isOpen = useIsOpenPage()
  const available = publicCalls(calls).filter(({ to }) => isOpen(to))
  if (!available.length) return null
  return (
    <div className="btns">
      {available.map(({ label, to }, index) => (
        <ButtonLink
          key={label}
          href={to}
          size={size}
          variant={isPrimary && index === 0 ? 'primary' : 'secondary'}
        >
          {label}
        </ButtonLink>
      ))}
    </div>
  )
}

/** Paragraphs with their cited claims filled in. The page names their sources once, with `Sources`. */
export function Sentences({ of, cited }: { of: readonly string[]; cited: Cited }) {
  return interpolateClaims(of, cited).map((sentence) => <p key={sentence}>{sentence}</p>)
}
