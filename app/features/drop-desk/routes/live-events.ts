import { dropTopic } from '#app/features/drops/rules.ts'
import { hasDrop } from '#app/features/drops/store/drops.server.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { streamState } from '#app/live/event-stream.server.ts'
import { readBoardChange } from '../board.server.ts'
import { noSuchDrop } from '../shown-plan.server.ts'
import type { Route } from './+types/live-events'

export const handle: StaffHandle = { right: 'drops.write' }

export async function loader({ context, params, request }: Route.LoaderArgs) {
  requireRight(context, 'drops.write')
  const { db, now, live, log } = context.get(shopContext)
  const { slug } = params
  if (!(await hasDrop(db, slug))) throw noSuchDrop(slug)
  return streamState({
    live,
    log,
    topic: dropTopic(slug),
    read: () => readBoardChange(db, slug, now()),
    signal: request.signal,
  })
}
