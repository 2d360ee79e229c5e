import { dateFormat } from '#app/kit/date-format.ts'
import { Fragment } from 'react'
import type { Cited } from '../rules.ts'

/** The small print below words that cite claims: when each was last checked and, where that names an address, by whom it is said. */
export function Checked({ cited, keys }: { cited: Cited; keys: readonly string[] }) {
  const days = new Map<string, Set<string>>()
  for (const key of keys) {
    const claim = cited[key]
    if (!claim) continue
    const hosts = days.get(claim.reviewedOn) ?? new Set()
    const [address] = claim.source.match(/https?:\/\/[^\s]*[^\s.,;]/) ?? []
    if (address) hosts.add(address)
    days.set(claim.reviewedOn, hosts)
  }
  if (!days.size) return null
  return (
    <p className="cap">
      {[...days].map(([day, sources], at) => (
        <Fragment key={day}>
          {at > 0 && ' '}As of <time dateTime={day}>{dateWords.format(new Date(`${day}T00:00:00Z`))}</time>
          {[...sources].map((source) => (
            <Fragment key={source}>
              {', '}
              <a className="lnk" href={source} rel="noopener noreferrer">
                {URL.parse(source)?.hostname.replace(/^www\./, '') ?? source}
              </a>
            </Fragment>
          ))}
          .
        </Fragment>
      ))}
    </p>
  )
}

const dateWords = dateFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
