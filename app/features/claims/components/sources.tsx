import type { ClaimView } from '../rules.ts'
import { AsOf } from './dated-claim.tsx'

type Sourced = Pick<ClaimView, 'text' | 'source' | 'reviewedOn'>

/** Claims not in force are missing. */
type Props = { claims: readonly (Sourced | undefined)[] }

export function Sources({ claims }: Props) {
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
                <AsOf claims={[claim]} />
              </span>
            </li>
          ))}
        </ul>
      </details>
    </aside>
  )
}

const title = 'Sources and dates'
