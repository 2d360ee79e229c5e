import { useRevalidator } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import { useNowUntil } from '#app/ui/use-now.ts'
import { type OpeningHours, openState } from '../rules.ts'
import { contactWords, openWords } from '../words.ts'

type Props = { hours: OpeningHours; now: Date }

/** Whether somebody is at the desk now, and when that changes. It changes on the page at that second. */
export function SupportStatus({ hours, now }: Props) {
  const state = openState(hours, now)
  return (
    state && <LiveStatus key={state.changesAt.getTime()} hours={hours} now={now} until={state.changesAt} />
  )
}

function LiveStatus({ hours, now, until }: Props & { until: Date }) {
  const { revalidate } = useRevalidator()
  const currentTime = useNowUntil(until, now, () => void revalidate())
  const state = openState(hours, currentTime)
  if (!state) return null
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-3 text-muted" role="status">
      <Badge kind={state.isOpen ? 'ok' : 'archived'}>
        {state.isOpen ? contactWords.open : contactWords.closed}
      </Badge>
      <span>{openWords(hours, state, currentTime)}</span>
    </p>
  )
}
