import type { RouterContextProvider } from 'react-router'
import { requireRight } from '#app/features/staff/access.server.ts'
import { actorOf } from '#app/features/staff/rules.ts'
import { findWritten, type Written } from '#app/features/subscriptions/store/written.server.ts'
import type { Db } from '#app/db/db.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { notFound } from '#app/http/not-found.ts'
import { listsPath } from '../rules.ts'

/** Who acts at the desk of the lists. @throws The 403 page of somebody whose role is too low. */
export function requireDesk(context: Readonly<RouterContextProvider>) {
  const member = requireRight(context, 'subscriptions')
  return { ctx: context.get(shopContext), by: member.name, actor: actorOf(member), memberId: member.id }
}

/** An announcement that staff wrote. @throws The 404 page. */
export async function requireWritten(db: Db, id: string): Promise<Written> {
  const found = await findWritten(db, id)
  if (found) return found
  throw notFound('No Such Announcement', {
    text: 'It may have been discarded.',
    link: { to: listsPath, label: 'Subscriptions' },
  })
}
