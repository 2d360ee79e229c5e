import type { ReactNode } from 'react'
import { Logo } from './logo.tsx'

export type FooterColumn = { title: string; links: readonly { label: string; to: string }[] }

type Props = {
  columns: readonly FooterColumn[]
  /** What people come to the foot of a page for: on a phone it stands outside of the closed groups. */
  first: { label: string; to: string }
  about: ReactNode
  seller: readonly string[]
  legal: ReactNode
}

/** What the end of every screen has. On a phone its groups are closed, one open at a time; on wide screens they are open columns. */
export function SiteFooter({ columns, first, about, seller, legal }: Props) {
  return (
    <div className="wrap">
      <div className="grid lg:grid-cols-12 lg:gap-x-6">
        <div className="mb-3 lg:col-span-4">
          <div className="flex items-center justify-between gap-4 lg:mb-4">
            <Logo className="h-6 lg:h-[35px]" />
            <a className="link flex min-h-11 items-center text-sm lg:hidden" href={first.to}>
              {first.label}
            </a>
          </div>
          <p className="max-w-[34ch] text-balance max-lg:sr-only">{about}</p>
          {seller.length > 0 && (
            <address className="mt-3 text-sm text-faint not-italic">{seller.join(' · ')}</address>
          )}
        </div>
        <nav className="max-lg:border-t max-lg:border-hairline lg:contents" aria-label="Footer">
          {columns.map(({ title, links }) => (
            <details
              className="disclosure max-lg:border-b max-lg:border-hairline lg:col-span-2 columns:details-content:[block-size:auto] columns:details-content:overflow-visible columns:details-content:[content-visibility:visible]"
              name="footer"
              key={title}
            >
              <summary className="flex min-h-11 items-center justify-between columns:hidden">{title}</summary>
              <h2 className="label mb-3 hidden text-faint columns:block">{title}</h2>
              <ul className="max-lg:grid max-lg:grid-cols-2 max-lg:pb-3">
                {links.map(({ label, to }) => (
                  <li key={label}>
                    <a
                      className="inline-flex min-w-11 items-center py-1 wrap-anywhere max-md:min-h-11 underline-offset-4 hover:text-ink hover:underline"
                      href={to}
                    >
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
            </details>
          ))}
        </nav>
      </div>
      <p className="mt-4 text-sm leading-snug text-faint lg:mt-12 lg:border-t lg:border-hairline lg:pt-6">
        {legal}
      </p>
    </div>
  )
}
