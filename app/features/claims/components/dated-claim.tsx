import { Fragment } from 'react'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { citationsOf, type ClaimView } from '../rules.ts'

type Checked = Pick<ClaimView, 'source' | 'reviewedOn'>

type Props = {
  claim: Checked & Pick<ClaimView, 'text'>
}

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
