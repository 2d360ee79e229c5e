import { formatCalendarDate } from '#app/kit/dates.ts'
import { Countdown } from '#app/ui/countdown.tsx'
import { SubscribeForm } from '../../subscriptions/components/subscribe-form.tsx'
import type { LandingPage } from '../landing.tsx'

export default function TaxBar({ taxChange, now, zone }: LandingPage) {
  if (!taxChange) return null
  const { isPast, figure, at } = taxChange
  const date = formatCalendarDate(taxChange.date)
  return (
    <aside
      className={`upright:contents low:grid low:grid-cols-2 low:items-center low:bg-sheet lg:border-b lg:border-hairline lg:bg-sheet ${isPast ? '' : 'landing-bar short:static lg:sticky lg:top-nav lg:z-30'}`}
      aria-label="Federal tax"
    >
      <div className="wrap max-lg:contents lg:flex lg:min-h-16 lg:items-center lg:gap-x-8 lg:py-1.5">
        <div
          className={`flex flex-1 items-center gap-x-8 gap-y-2 leading-snug max-lg:justify-between upright:border-b max-lg:border-hairline max-lg:bg-sheet max-lg:px-gutter max-lg:py-3 max-lg:text-sm ${isPast ? '' : 'short:static max-lg:sticky max-lg:top-nav max-lg:z-30'}`}
        >
          {isPast ? (
            <p>
              The <b>{figure}</b> federal tax on these items has been in effect since {date}.
            </p>
          ) : (
            <>
              <p>
                A <b>{figure}</b> federal tax on these items starts {date}.
              </p>
              <div className="flex-none">
                <Countdown until={at} now={now} size="bar" label={`Until ${date}`} timeZone={zone} />
              </div>
            </>
          )}
        </div>
        <SubscribeForm topic="builds" look="bar" />
      </div>
    </aside>
  )
}
