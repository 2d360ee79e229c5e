import { Badge, type BadgeKind } from '#app/ui/badge.tsx'
import { WaitlistButton } from '../subscriptions/components/waitlist-button.tsx'
import type { ReleaseView, WindowStatus } from './rules.ts'
import { statusWords } from './words.ts'

type JoinProps = { release: ReleaseView; variant?: 'primary' | 'secondary'; block?: boolean }

/** The button that joins the waitlist of a build window. */
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

/** The badge of a window's status. */
export function StatusBadge({ status }: { status: WindowStatus }) {
  return <Badge kind={kinds[status]}>{statusWords[status]}</Badge>
}

const kinds = { coming_soon: 'soon', open: 'live', full: 'sold', closed: 'archived' } satisfies Record<
  WindowStatus,
  BadgeKind
>
