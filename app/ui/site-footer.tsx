import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Logo } from './logo.tsx'

/** One column of the footer. */
export type FooterColumn = { title: string; links: readonly { label: string; to: string }[] }

type Props = {
  columns: readonly FooterColumn[]
  /** Who we are, in a sentence or two. */
  about: ReactNode
  /** The seller's address, phone and license, one line each; none while they are not stated. */
  seller: readonly string[]
  /** The legal paragraph at the very end. */
  legal: ReactNode
}

/** The end of every screen. */
export function SiteFooter({ columns, about, seller, legal }: Props) {
  return (
    <footer className="site-footer border-t border-hairline pt-16 pb-12 text-muted">
      <div className="wrap">
        <div className="grid grid-cols-2 gap-x-6 gap-y-12 lg:grid-cols-12">
          <div className="col-span-full lg:col-span-4">
            <Logo className="mb-4 h-[35px]" />
            <p className="max-w-[34ch] text-balance">{about}</p>
            {seller.length > 0 && (
              <address className="mt-3 grid gap-1 text-sm text-faint not-italic">
                {seller.map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </address>
            )}
          </div>
          <nav className="contents" aria-label="Footer">
            {columns.map(({ title, links }) => (
              <div className="lg:col-span-2" key={title}>
                <h2 className="label mb-3 text-faint">{title}</h2>
                <ul>
                  {links.map(({ label, to }) => (
                    <li key={label}>
                      <Link
                        className="inline-flex min-w-11 items-center py-1 wrap-anywhere max-md:min-h-11 underline-offset-4 hover:text-ink hover:underline"
                        to={to}
                      >
                        {label}
                      </Link>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </nav>
        </div>
        <p className="mt-12 border-t border-hairline pt-6 text-sm text-faint">
          <span className="block max-w-[78ch]">{legal}</span>
        </p>
      </div>
    </footer>
  )
}
