import type { RouterContextProvider } from 'react-router'
import { requireRight } from '#app/features/staff/access.server.ts'
import { actorOf } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { notFound } from '#app/http/not-found.ts'
import type { DropDesk } from '../flows.server.ts'

/** Who changes drops in this request. @throws The 403 page for a member without the right. */
export function dropDesk(context: Readonly<RouterContextProvider>): DropDesk {
  const ctx = context.get(shopContext)
  const member = requireRight(context, 'drops.write')
  return { ctx, by: member.name, actor: actorOf(member), timeZone: ctx.timeZone }
}

/** The page of an address without a drop. */
export function noSuchDrop(slug: string) {
  return notFound('No Such Drop', {
    text: `There is no drop with the address ${slug}.`,
    link: { to: '/staff/drops', label: 'Drops' },
  })
}
