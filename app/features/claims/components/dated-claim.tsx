import type { ReactNode } from 'react'
import type { ShownClaim } from '../rules.ts'
import { formatClaimDate } from '../words.ts'

type Props = {
  claim: Pick<ShownClaim, 'text' | 'source' | 'reviewedOn'>
  /** Other words for the claim, where the page needs its figure in a sentence of its own. */
  children?: ReactNode
}

/** A claim with the date of its last check in small print, and its source where that is an address. */
export function DatedClaim({ claim, children }: Props) {
  return (
    <p className="small">
      {children ?? claim.text}{' '}
      <span className="cap">
        As of <time dateTime={claim.reviewedOn}>{formatClaimDate(claim.reviewedOn)}</time>
        {isAddress(claim.source) && (
          <>
            {', '}
            <a href={claim.source} rel="noopener noreferrer">
              {new URL(claim.source).hostname.replace(/^www\./, '')}
            </a>
          </>
        )}
        .
      </span>
    </p>
  )
}

function isAddress(source: string): boolean {
  return /^https?:\/\//.test(source) && URL.canParse(source)
}
