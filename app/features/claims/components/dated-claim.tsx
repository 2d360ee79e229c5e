import { Fragment, type ReactNode } from 'react'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import type { ShownClaim } from '../rules.ts'

type Checked = Pick<ShownClaim, 'source' | 'reviewedOn'>

type Props = {
  claim: Checked & Pick<ShownClaim, 'text'>
  /** Other words for the claim, where the page needs its figure in a sentence of its own. */
  children?: ReactNode
}

/** A claim with the date of its last check in small print, and its source where that is a law or an address. */
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

/** When claims were last checked, a sentence for each day, with the laws that their sources cite and the addresses they name. */
export function AsOf({ claims }: { claims: readonly Checked[] }) {
  const days = new Set(claims.map(({ reviewedOn }) => reviewedOn))
  return [...days].map((day, at) => {
    const sources = claims.filter(({ reviewedOn }) => reviewedOn === day).map(({ source }) => source)
    return (
      <Fragment key={day}>
        {at > 0 && ' '}As of <time dateTime={day}>{formatCalendarDate(day)}</time>
        {foundIn(sources, citedLaw).map((law) => `, ${law}`)}
        {foundIn(sources, namedAddress).map((address) => (
          <Fragment key={address}>
            {', '}
            <a className="lnk" href={address} rel="noopener noreferrer">
              {URL.parse(address)?.hostname.replace(/^www\./, '') ?? address}
            </a>
          </Fragment>
        ))}
        .
      </Fragment>
    )
  })
}

/** A place in the United States Code or the Code of Federal Regulations: `27 CFR 478.92 and 479.102`. */
const citedLaw = /\d+ (?:USC|CFR) \d[\w.()]*(?:(?:, | and | to )\d[\w.()]*)*(?<!\.)/g

/** A sentence's own full stop is no part of an address. */
const namedAddress = /https?:\/\/[^\s]*[^\s.,;]/g

/** What sources name, each once. */
function foundIn(sources: readonly string[], what: RegExp): string[] {
  return [...new Set(sources.flatMap((source) => source.match(what) ?? []))]
}
