import { WaitlistButton } from '../../subscriptions/components/waitlist-button.tsx'
import type { Topic } from '../../subscriptions/rules.ts'
import type { DropStatus } from '../rules.ts'
import { notifyWords } from '../words.ts'

type Status = Exclude<DropStatus, 'live'>

type Props = {
  drop: { slug: string; name: string }
  status: Status
  label: string
  variant?: 'primary' | 'secondary'
}

/** Asks to be told: of the launch, of units that come back, or, of a run that is closed, of the next drop. */
export function NotifyButton({ drop, status, label, variant = 'secondary' }: Props) {
  return (
    // One for each status: a dialog that is open when the drop opens must not turn into another list's.
    <WaitlistButton
      key={status}
      topic={topicOf(drop.slug, status)}
      label={label}
      variant={variant}
      {...notifyWords(drop.name)[status]}
    />
  )
}

function topicOf(slug: string, status: Status): Topic {
  if (status === 'coming_soon') return `drop:${slug}`
  return status === 'sold_out' ? `returned-units:${slug}` : 'newsletter'
}
