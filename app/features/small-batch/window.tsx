import { Badge, type BadgeKind } from '#app/ui/badge.tsx'
import { WaitlistButton } from '../subscriptions/components/subscribe-form.tsx'
import { type ReleaseView, type WindowStatus, statusWords } from './rules.ts'

type JoinProps = { release: ReleaseView; variant?: 'primary' | 'secondary'; block?: boolean }

export function JoinWindow({ release, variant = 'secondary', block = false }: JoinProps) {
  return (
    <WaitlistButton
      label="Join Build Window"
      about={release.name}
      topic={`build-window:${release.slug}`}
      variant={variant}
      block={block}
    />
  )
}

export function StatusBadge({ status }: { status: WindowStatus }) {
  return <Badge kind={kinds[status]}>{statusWords[status]}</Badge>
}

const kinds = { coming_soon: 'soon', open: 'live', full: 'sold', closed: 'archived' } satisfies Record<
  WindowStatus,
  BadgeKind
>
