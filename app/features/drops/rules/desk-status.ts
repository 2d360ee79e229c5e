import type { DropStatus } from '../rules.ts'

/** What staff see of a drop: the status that visitors see, and what visitors do not. */
export type DeskStatus =
  | 'draft'
  | 'put_away'
  | 'scheduled'
  | 'announced'
  | 'live'
  | 'paused'
  | 'sold_out'
  | 'ended'

/** The status of a drop behind the counter. */
export function deskStatus({
  drop,
  archivedAt,
  launchAt,
}: {
  drop: { status: DropStatus; pausedAt: Date | null } | undefined
  archivedAt: Date | null
  launchAt: Date | string | null
}): DeskStatus {
  if (archivedAt) return 'put_away'
  if (!drop) return 'draft'
  if (drop.status === 'archived') return 'ended'
  if (drop.pausedAt) return 'paused'
  if (drop.status === 'coming_soon') return launchAt ? 'scheduled' : 'announced'
  return drop.status
}
