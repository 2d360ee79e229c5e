import type { ReactNode } from 'react'
import type { ShownClaim } from '../rules.ts'
import { formatClaimDate } from '../words.ts'

type Props = {
  claim: Pick<ShownClaim, 'text' | 'source' | 'reviewedOn'>
  /** Other words for the claim, where the page needs its figure in a sentence of its own. */
  children?: ReactNode
}

/** A claim with the date of its last check in small print, and a link to its source where that names an address. */
export function DatedClaim({ claim, children }: Props) {
  const address = addressIn(claim.source)
  return (
    <p className="small">
      {children ?? claim.text}{' '}
      <span className="cap">
        As of <time dateTime={claim.reviewedOn}>{formatClaimDate(claim.reviewedOn)}</time>
        {address && (
          <>
            {', '}
            <a href={address.href} rel="noopener noreferrer">
              {address.hostname.replace(/^www\./, '')}
            </a>
          </>
        )}
        .
      </span>
    </p>
  )
}

function addressIn(source: string): URL | null {
  const [address] = source.match(/https?:\/\/\S+/) ?? []
  return address ? URL.parse(address) : null
}
