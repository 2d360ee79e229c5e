import { Badge } from '#app/ui/badge.tsx'
import { type OpeningHours, openState } from '../rules.ts'
import { contactWords, openWords } from '../words.ts'

/** Whether somebody is at the desk now, and when that changes. */
export function SupportStatus({ hours, now }: { hours: OpeningHours; now: Date }) {
  const state = openState(hours, now)
  if (!state) return null
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-3 text-muted" role="status">
      <Badge kind={state.isOpen ? 'ok' : 'archived'}>
        {state.isOpen ? contactWords.open : contactWords.closed}
      </Badge>
      <span>{openWords(hours, state, now)}</span>
    </p>
  )
}
