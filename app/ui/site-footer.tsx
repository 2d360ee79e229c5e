import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Logo } from './logo.tsx'

/** One column of the footer. */
export type FooterColumn = { title: string; links: readonly { label: string; to: string }[] }

type Props = {
  columns: readonly FooterColumn[]
  /** Who we are, in a sentence or two. */
  about: ReactNode
  /** The legal paragraph at the very end. */
  legal: ReactNode
}

/** The end of every screen. */
export function SiteFooter({ columns, about, legal }: Props) {
  return (
    <footer className="foot">
      <div className="wrap">
        <div className="g12">
          <div className="foot-b">
            <Logo />
            <p>{about}</p>
          </div>
          <nav aria-label="Footer">
            {columns.map(({ title, links }) => (
              <div key={title}>
                <h2>{title}</h2>
                <ul>
                  {links.map(({ label, to }) => (
                    <li key={label}>
                      <Link to={to}>{label}</Link>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </nav>
        </div>
        <div className="foot-l">
          <p>{legal}</p>
        </div>
      </div>
    </footer>
  )
}
