import { actorName } from '#app/features/staff/rules.ts'
import type { AppContext } from '#app/db/work.server.ts'
import { notFound } from '#app/http/not-found.ts'
import { formatStamp } from '#app/kit/date-format.ts'
import type { ShownReview } from '../components/decision.tsx'
import { rulesPath } from '../rules.ts'
import { listReviews } from '../store.server.ts'

/** The reviews of a rule as its sheet shows them. */
export async function showReviews(
  { db, now, timeZone }: Pick<AppContext, 'db' | 'now'> & { timeZone: string },
  rule: string,
): Promise<ShownReview[]> {
  return (await listReviews(db, rule)).map(({ id, version, at, reviewer, evidence, changes }) => ({
    id,
    version: version ?? undefined,
    at: formatStamp(at, timeZone, now()),
    by: actorName(reviewer),
    evidence,
    changes,
  }))
}

/** What was sent in an address, as a form: proposals are read before anything counts. */
export function formOf(sent: URLSearchParams): FormData {
  const form = new FormData()
  for (const [name, value] of sent) form.append(name, value)
  return form
}

/** Throw this: the 404 page of a rule that there is not, or not any more. */
export const noSuchRule = () =>
  notFound('No Such Rule', {
    text: 'There is no rule at this address. A deleted one stays in the audit log.',
    link: { to: rulesPath, label: 'State Rows' },
  })
