// The operator's verb for the first owner of the console.
import { makeOwnerLink } from '#app/features/staff/store/invitations.server.ts'
import type { Operator } from './operator.ts'
import { done, refusedBy, type VerbResult, type Verb, words } from './operator-verb.ts'

/** The verb by its name. */
export const staffVerbs: Record<string, Verb> = {
  'owner-link': {
    usage: 'owner-link',
    about: 'a one-time link that makes the first owner of the console, while no owner can sign in',
    takes: words(0),
    run: showOwnerLink,
  },
}

async function showOwnerLink({ act, actor, publicUrl }: Operator): Promise<VerbResult> {
  const made = await act<{ ok: true; token: string }>(
    { verb: 'owner-link', subject: 'first owner' },
    (work) => makeOwnerLink(work, actor),
  )
  if (!made.ok) return refusedBy(made)
  return done(
    `It works once, for a day, and ends all earlier ones: ${publicUrl}/staff/setup?key=${made.token}`,
  )
}
