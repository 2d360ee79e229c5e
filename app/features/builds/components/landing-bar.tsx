import { Countdown } from '#app/ui/countdown.tsx'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { SubscribeForm } from '../../subscriptions/components/subscribe-form.tsx'
import type { barWords } from '../words/landing.ts'
import type { TaxChange } from '../store/tax-change.server.ts'

type Props = {
  taxChange: TaxChange
  now: Date
  zone: string
  words: typeof barWords
}

/**
 * Countdown to the next change of the federal tax, with a subscribe form. The bar is sticky until the change; afterwards
 * the countdown is gone, and the bar says what holds since then and scrolls with the page.
 */
export function LandingBar({ taxChange, now, zone, words }: Props) {
  const date = formatCalendarDate(taxChange.date)
  return (
    <aside
      className={`upright:contents low:grid low:grid-cols-2 low:items-center low:bg-sheet lg:border-b lg:border-hairline lg:bg-sheet ${taxChange.isPast ? '' : 'landing-bar short:static lg:sticky lg:top-nav lg:z-30'}`}
      aria-label="Federal tax"
    >
      <div className="wrap max-lg:contents lg:flex lg:min-h-16 lg:items-center lg:gap-x-8 lg:py-1.5">
        <div
          className={`flex flex-1 items-center gap-x-8 gap-y-2 leading-snug max-lg:justify-between upright:border-b max-lg:border-hairline max-lg:bg-sheet max-lg:px-gutter max-lg:py-3 max-lg:text-sm ${taxChange.isPast ? '' : 'short:static max-lg:sticky max-lg:top-nav max-lg:z-30'}`}
        >
          <p>
            {taxChange.isPast ? (
              <>
                The <b>{taxChange.figure}</b> federal tax on these items has been in effect since {date}.
              </>
            ) : (
              <>
                A <b>{taxChange.figure}</b> federal tax on these items starts {date}.
              </>
            )}
          </p>
          {!taxChange.isPast && (
            <div className="flex-none">
              <Countdown until={taxChange.at} now={now} size="bar" label={`Until ${date}`} timeZone={zone} />
            </div>
          )}
        </div>
        <SubscribeForm topic="builds" label={words.label} look="bar" button={words.button} />
      </div>
    </aside>
  )
}
