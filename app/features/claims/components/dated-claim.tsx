import { Fragment, type ReactNode } from 'react'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import type { ShownClaim } from '../rules.ts'

type Checked = Pick<ShownClaim, 'source' | 'reviewedOn'>

type Props = {
  claim: Checked & Pick<ShownClaim, 'text'>
  /** Other words for the claim, where the page needs its figure in a sentence of its own. */
  children?: ReactNode
}

/** A claim with the date of its last check in small print, and a link to its source where that names an address. */
export function DatedClaim({ claim, children }: Props) {
  return (
    <p className="small">
      {children ?? claim.text}{' '}
      <span className="cap">
        <AsOf claims={[claim]} />
      </span>
    </p>
  )
}

/** When claims were last checked, a sentence for each day, with links to those of their sources that name an address. */
export function AsOf({ claims }: { claims: readonly Checked[] }) {
  const days = new Set(claims.map(({ reviewedOn }) => reviewedOn))
  return [...days].map((day, at) => (
    <Fragment key={day}>
      {at > 0 && ' '}As of <time dateTime={day}>{formatCalendarDate(day)}</time>
      {addressesIn(claims.filter(({ reviewedOn }) => reviewedOn === day)).map((address) => (
        <Fragment key={address}>
          {', '}
          <a className="lnk" href={address} rel="noopener noreferrer">
            {URL.parse(address)?.hostname.replace(/^www\./, '') ?? address}
          </a>
        </Fragment>
      ))}
      .
    </Fragment>
  ))
}

/** The addresses that sources name, each once; a sentence's own full stop is no part of one. */
function addressesIn(claims: readonly Checked[]): string[] {
  const found = claims.flatMap(({ source }) => source.match(/https?:\/\/[^\s]*[^\s.,;]/)?.[0] ?? [])
  return [...new Set(found)]
}
