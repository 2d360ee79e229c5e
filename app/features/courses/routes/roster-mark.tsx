import { redirect } from 'react-router'
import { recordAudit } from '#app/access/audit.server.ts'
import { transact } from '#app/db/work.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { refused, tooMany } from '#app/http/refused.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { privatePageHeaders } from '#app/http/private-page.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { requireRoster, rosterPath } from '../access.server.ts'
import { rosterMarkInput } from '../input.ts'
import { markRoster } from '../store/roster.server.ts'
import { rosterWords } from '../words/roster.ts'
import type { Route } from './+types/roster-mark'

export const headers = () => privatePageHeaders

/** The form's URL, opened directly, redirects to the roster. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(rosterPath(params.session), { headers: privatePageHeaders })
}

/** Sets or removes a mark of a student, and writes it to the audit log. */
export async function action(args: Route.ActionArgs) {
  const shop = args.context.get(shopContext)
  const session = await requireRoster(args)
  const limit = await shop.limits.take('rosterMark', session.id)
  if (!limit.ok) return tooMany(limit.retryAfterSeconds)
  const form = parseForm(rosterMarkInput, await readForm(args.request))
  if (!form.ok) return refused(rosterWords.noSuchStudent)
  const { order: orderId, mark, to } = form.value
  const marked = await transact(shop, async (work) => {
    const isSet = to === 'set'
    const outcome = await markRoster(work, { sessionId: session.id, orderId, mark, isSet })
    if (outcome.ok && outcome.isChanged)
      await recordAudit(work, {
        actor: 'roster link',
        verb: mark === 'checkedIn' ? 'check-in' : 'balance',
        subject: orderId,
        data: {
          session: session.id,
          set: isSet,
        },
      })
    return outcome
  })
  if (!marked.ok) return refused(rosterWords.noSuchStudent)
  return redirect(`${rosterPath(session.id)}#${orderId}`, { status: 303, headers: privatePageHeaders })
}

/** Shown only for a refusal. */
export default function RosterMarkRefused({ actionData, params }: Route.ComponentProps) {
  return (
    <div className="wrap">
      <EmptyState
        title="Nothing was marked"
        text={actionData?.refusal ?? ''}
        level={1}
        actions={<ButtonLink to={`/rosters/${params.session}`}>Back to the Roster</ButtonLink>}
      />
    </div>
  )
}
