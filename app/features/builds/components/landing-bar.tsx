import { useRevalidator } from 'react-router'
import { Countdown } from '#app/ui/countdown.tsx'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { AsOf } from '../../claims/components/dated-claim.tsx'
import { SubscribeForm } from '../../subscriptions/components/subscribe-form.tsx'
import type { TaxTurn } from '../store/tax-turn.server.ts'

type Props = {
  turn: TaxTurn
  now: Date
  zone: string
  words: { label: string; button: string }
}

/**
 * When the federal tax changes, counted to the second, and a form for who wants to hear of it. The bar stays in sight
 * while it counts; afterwards the clock shows zero and the bar scrolls away with the page.
 */
export function LandingBar({ turn, now, zone, words }: Props) {
  const { revalidate } = useRevalidator()
  const date = formatCalendarDate(turn.date)
  return (
    <aside className={turn.isPast ? 'bld-bar is-past' : 'bld-bar'} aria-label="Federal tax">
      <div className="wrap">
        <div className="bld-bar-t">
          <p>
            {turn.isPast ? (
              <>
                The <b>{turn.figure}</b> federal tax on these items has been in effect since {date}.
              </>
            ) : (
              <>
                A <b>{turn.figure}</b> federal tax on these items starts {date}.
              </>
            )}{' '}
            <span className="cap">
              <AsOf claims={[turn.claim]} />
            </span>
          </p>
          <div className="bld-bar-cd">
            <Countdown
              until={turn.at}
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
