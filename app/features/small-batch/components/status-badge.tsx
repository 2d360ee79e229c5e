import { Badge, type BadgeKind } from '#app/ui/badge.tsx'
import type { WindowStatus } from '../rules.ts'
import { statusWords } from '../words.ts'

/** The badge of a window's status. */
export function StatusBadge({ status }: { status: WindowStatus }) {
  return <Badge kind={kinds[status]}>{statusWords[status]}</Badge>
}

const kinds = { coming_soon: 'soon', open: 'live', full: 'sold', closed: 'archived' } satisfies Record<
  WindowStatus,
  BadgeKind
>
