import type { Clock } from './kit/clock.ts'
import type { Db } from './db/db.server.ts'
import { factsTopic } from './facts/facts.ts'
import { findLiveFacts } from './facts/facts.server.ts'
import { seatsTopic } from './features/courses/rules.ts'
import { findLiveSeats } from './features/courses/store/sessions.server.ts'
import { findLiveState } from './features/drops/store/drops.server.ts'
import type { Snapshot } from './live/hub.server.ts'

export function liveTopics(db: Db, now: Clock): Snapshot {
  return async (topic) => {
    if (topic === factsTopic) return findLiveFacts(db)
    if (topic === seatsTopic) return findLiveSeats(db, now())
    const [kind, slug = ''] = topic.split(':')
    return kind === 'drop' ? findLiveState(db, slug, now()) : undefined
  }
}
