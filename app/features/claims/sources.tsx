import { type ClaimView, citationsOf } from './rules.ts'
import { Fragment } from 'react'
import { formatCalendarDate } from '#app/kit/dates.ts'

type Sourced = Pick<ClaimView, 'text' | 'source' | 'reviewedOn'>

/** Claims not in force are missing. */
export function Sources({ claims }: { claims: readonly (Sourced | undefined)[] }) {
  const byText = new Map(claims.flatMap((claim) => (claim ? [[claim.text, claim] as const] : [])))
  if (byText.size === 0) return null
  return (
    <aside className="border-t border-hairline" aria-label={title}>
      <details className="wrap disclosure">
        <summary className="flex min-h-12 items-center justify-between gap-6 py-3 text-sm text-muted hover:text-accent">
          {title}
        </summary>
        <ul className="grid gap-3 pb-8 text-sm text-muted lg:grid-cols-2 lg:gap-x-12">
          {[...byText.values()].map((claim) => (
            <li key={claim.text} className="max-w-text">
              {claim.text}{' '}
              <span className="text-faint">
                <AsOf claim={claim} />
              </span>
            </li>
          ))}
        </ul>
      </details>
    </aside>
  )
}

const title = 'Sources and dates'

export function DatedClaim({ claim }: { claim: Sourced }) {
  return (
    <p className="text-sm text-muted">
      {claim.text}{' '}
      <span className="text-sm text-faint">
        <AsOf claim={claim} />
      </span>
    </p>
  )
}

function AsOf({ claim: { source, reviewedOn } }: { claim: Sourced }) {
  const { laws, addresses } = citationsOf(source)
  return (
    <>
      As of{' '}
      <time className="whitespace-nowrap" dateTime={reviewedOn}>
        {formatCalendarDate(reviewedOn)}
      </time>
      {laws.map((law) => `, ${law}`)}
      {addresses.map((address) => (
        <Fragment key={address}>
          {', '}
          <a className="link" href={address} rel="noopener noreferrer">
            {URL.parse(address)?.hostname.replace(/^www\./, '') ?? address}
          </a>
        </Fragment>
      ))}
      .
    </>
  )
}
