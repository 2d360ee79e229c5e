import { WaitlistButton } from '../../subscriptions/components/waitlist-button.tsx'
import type { Topic } from '../../subscriptions/rules.ts'
import type { DropStatus } from '../rules.ts'

type Status = Exclude<DropStatus, 'live'>

type Props = {
  drop: { slug: string; name: string }
  status: Status
  label: string
  variant?: 'primary' | 'secondary'
}

/** Subscribes to the launch, to returned units, or, for a closed run, to the next drop. */
export function NotifyButton({ drop, status, label, variant = 'secondary' }: Props) {
  return <WaitlistButton topic={topicOf(drop.slug, status)} label={label} variant={variant} />
}

function topicOf(slug: string, status: Status): Topic {
  if (status === 'coming_soon') return `drop:${slug}`
  return status === 'sold_out' ? `returned-units:${slug}` : 'newsletter'
}
