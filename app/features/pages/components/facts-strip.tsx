import BadgeCheck from 'lucide-react/icons/badge-check'
import CreditCard from 'lucide-react/icons/credit-card'
import FileText from 'lucide-react/icons/file-text'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { HomeData } from '../rules/home.ts'

const fact =
  'flex items-center gap-3 border-hairline text-sm wrap-anywhere text-balance hyphens-auto text-muted max-lg:py-4 max-lg:pr-3 max-lg:even:border-l max-lg:even:pl-4 max-lg:nth-[n+3]:border-t lg:px-6 lg:py-5 lg:first:pl-0 lg:not-first:border-l'

/** Four facts below the hero. */
export function FactsStrip({ home: { words, deposit } }: { home: HomeData }) {
  const [licensed, filed, fired] = words.facts.points
  return (
    <div className="border-y border-hairline">
      <ul className="wrap grid grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
        <li className={fact}>
          <ShieldCheck className="size-5 text-ink" aria-hidden />
          {licensed}
        </li>
        <li className={fact}>
          <FileText className="size-5 text-ink" aria-hidden />
          {filed}
        </li>
        <li className={fact}>
          <BadgeCheck className="size-5 text-ink" aria-hidden />
          {fired}
        </li>
        {deposit && (
          <li className={fact}>
            <CreditCard className="size-5 text-ink" aria-hidden />
            {deposit} reservation, refundable
          </li>
        )}
      </ul>
    </div>
  )
}
