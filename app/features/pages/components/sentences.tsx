import { AsOf } from '../../claims/components/dated-claim.tsx'
import { type Cited, interpolateClaims, citedKeys } from '../rules.ts'

/** Paragraphs with their cited claims filled in, and the dates those were checked. */
export function Sentences({ of, cited }: { of: readonly string[]; cited: Cited }) {
  const claims = citedKeys(of).flatMap((key) => cited[key] ?? [])
  return (
    <>
      {interpolateClaims(of, cited).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {claims.length > 0 && (
        <p className="text-sm text-faint">
          <AsOf claims={claims} />
        </p>
      )}
    </>
  )
}
