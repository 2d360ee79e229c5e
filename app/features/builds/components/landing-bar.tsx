import { useRevalidator } from 'react-router'
import { Countdown } from '#app/ui/countdown.tsx'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { AsOf } from '../../claims/components/dated-claim.tsx'
import { SubscribeForm } from '../../subscriptions/components/subscribe-form.tsx'
import type { TaxChange } from '../store/tax-change.server.ts'

type Props = {
  taxChange: TaxChange
  now: Date
  zone: string
  words: { label: string; button: string }
}

/**
 * Countdown to the next change of the federal tax, with a subscribe form. The bar is sticky until the change; afterwards
 * the countdown shows zero and the bar scrolls with the page.
 */
export function LandingBar({ taxChange, now, zone, words }: Props) {
  const { revalidate } = useRevalidator()
  const date = formatCalendarDate(taxChange.date)
  return (
    <aside className={taxChange.isPast ? 'bld-bar is-past' : 'bld-bar'} aria-label="Federal tax">
      <div className="wrap">
        <div className="bld-bar-t">
          <p>
            {taxChange.isPast ? (
              <>
                The <b>{taxChange.figure}</b> federal tax on these items has been in effect since {date}.
              </>
            ) : (
              <>
                A <b>{taxChange.figure}</b> federal tax on these items starts {date}.
              </>
            )}{' '}
            <span className="cap">
              <AsOf claims={[taxChange.claim]} />
            </span>
          </p>
          <div className="bld-bar-cd">
            <Countdown
              until={taxChange.at}
              now={now}
              size="bar"
              label={`Until ${date}`}
              timeZone={zone}
              onEnd={() => void revalidate()}
            />
          </div>
        </div>
        <SubscribeForm
          topic="builds"
          label={words.label}
          labelHidden
          button={words.button}
          variant="secondary"
          size="sm"
        />
      </div>
    </aside>
  )
}
