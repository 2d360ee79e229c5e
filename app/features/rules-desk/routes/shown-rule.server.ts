import type { z } from 'zod'
import { isStaleRule, staleOn } from '#app/features/compliance/rules.ts'
import { actorName } from '#app/features/staff/rules.ts'
import type { AppContext } from '#app/db/work.server.ts'
import { parseForm } from '#app/http/form.ts'
import { notFound } from '#app/http/not-found.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { formatStamp } from '#app/kit/date-format.ts'
import type { ShownReview } from '../components/decision.tsx'
import { rulesPath } from '../rules.ts'
import { listReviews } from '../store.server.ts'

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

/** What an address proposes for a rule; nothing without the field that every proposal has. Read before anything counts. */
export function readProposal<Schema extends z.ZodType>(request: Request, field: string, schema: Schema) {
  const sent = new URL(request.url).searchParams
  if (!sent.has(field)) return undefined
  const form = new FormData()
  for (const [name, value] of sent) form.append(name, value)
  return { ...parseForm(schema, form), values: Object.fromEntries(sent) }
}

export function showProposal(
  proposed: ReturnType<typeof readProposal> | undefined,
  stored: Record<string, string>,
) {
  return {
    values: proposed?.values ?? stored,
    errors: proposed && !proposed.ok ? proposed.fieldErrors : {},
    isProposed: proposed?.ok ?? false,
  }
}

export function showVersion(stored: { version: number; asOf: string } | undefined, now: Date) {
  return {
    version: stored?.version ?? 0,
    asOf: stored ? formatCalendarDate(stored.asOf) : null,
    staleOn: stored ? formatCalendarDate(staleOn(stored)) : null,
    isStale: stored ? isStaleRule(stored, now) : false,
  }
}

/** Throw this: the 404 page of a rule that there is not, or not any more. */
export const noSuchRule = () =>
  notFound('No Such Rule', {
    text: 'There is no rule at this address. A deleted one stays in the audit log.',
    link: { to: rulesPath, label: 'State Rows' },
  })
