import { actAs } from '#app/access/act.server.ts'
import type { AppContext } from '#app/db/db.server.ts'
import { makeOwnerLink } from '#app/features/staff/store/members.server.ts'

/** The path of a new link for the first owner, which ends the one before; `null` once an owner can sign in. */
export async function firstOwnerPath(ctx: AppContext, actor: string): Promise<string | null> {
  const act = { verb: 'owner-link', subject: 'first owner' }
  const made = await actAs(ctx, actor, act, (work) => makeOwnerLink(work, actor))
  return made.ok ? `/staff/setup?key=${made.token}` : null
}
