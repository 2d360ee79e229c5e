import { Fragment } from 'react'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { citationsOf, type ClaimView } from '../rules.ts'

type Checked = Pick<ClaimView, 'source' | 'reviewedOn'>

type Props = {
  claim: Checked & Pick<ClaimView, 'text'>
}

/** A claim with the date of its last check in small print, and its source where that is a law or an address. */
export function DatedClaim({ claim }: Props) {
  return (
    <p className="text-sm text-muted">
      {claim.text}{' '}
      <span className="text-sm text-faint">
        <AsOf claims={[claim]} />
      </span>
    </p>
  )
}

/** When claims were last checked, a sentence for each day, with the laws that their sources cite and the addresses they name. */
export function AsOf({ claims }: { claims: readonly Checked[] }) {
  const days = new Set(claims.map(({ reviewedOn }) => reviewedOn))
  return [...days].map((day, index) => {
    const ofDay = claims.filter(({ reviewedOn }) => reviewedOn === day)
    const { laws, addresses } = citationsOf(ofDay.map(({ source }) => source).join('; '))
    return (
      <Fragment key={day}>
        {index > 0 && ' '}As of{' '}
        <time className="whitespace-nowrap" dateTime={day}>
          {formatCalendarDate(day)}
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
      </Fragment>
    )
  })
}
