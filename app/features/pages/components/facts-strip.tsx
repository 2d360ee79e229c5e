import BadgeCheck from 'lucide-react/icons/badge-check'
import CreditCard from 'lucide-react/icons/credit-card'
import FileText from 'lucide-react/icons/file-text'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { HomeData } from '../rules/home.ts'

/** Four facts below the first screen. */
export function FactsStrip({ home: { deposit } }: { home: HomeData }) {
  return (
    <div className="home-facts">
      <ul className="wrap">
        <li>
          <ShieldCheck aria-hidden />
          Licensed manufacturer and dealer
        </li>
        <li>
          <FileText aria-hidden />
          Our forms filed on site, with status updates
        </li>
        <li>
          <BadgeCheck aria-hidden />
          Every build test-fired before it ships
        </li>
        {deposit && (
          <li>
            <CreditCard aria-hidden />
            {deposit} reservation, refundable
          </li>
        )}
      </ul>
    </div>
  )
}
