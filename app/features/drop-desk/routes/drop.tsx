import { randomUUID } from 'node:crypto'
import { data, redirect } from 'react-router'
import { requireRecentSignIn } from '#app/features/staff/access.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { submittedFields } from '#app/http/submitted-fields.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { isReliedOn } from '#app/features/drops/rules/plan-changes.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { DropSheet } from '../components/drop-sheet.tsx'
import { changePlan } from '../flows.server.ts'
import { formValues, planFields, readPlan, revisionInput } from '../input.ts'
import type { Route } from './+types/drop'
import { dropDesk, noSuchDrop } from './desk.server.ts'
import { findShownPlan, showRefusal } from './shown-plan.server.ts'

export const handle: StaffHandle = { right: 'drops.write' }

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: consoleTitle(loaderData?.shown.name ?? 'Drop') },
]

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const shown = await findShownPlan(shop, params.slug)
  if (!shown) throw noSuchDrop(params.slug)
  const query = new URL(request.url).searchParams
  return {
    shown,
    /** The revision that was saved last from this sheet. */
    saved: query.get('saved'),
    /** What another person had changed in the meantime, which was merged. */
    together: query.get('with')?.slice(0, 400) ?? '',
    version: Number(query.get('version') ?? 0),
    notified: Number(query.get('notified') ?? 0),
    // An empty row of each list, to be filled in.
    blank: { variants: randomUUID(), patches: randomUUID() },
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const desk = dropDesk(context)
  const shop = context.get(shopContext)
  const form = await readForm(request.clone())
  const given = planFields(submittedFields(form))
  const read = readPlan(given)
  const seen = revisionInput.safeParse(form.get('revision'))
  if (!read.ok || !seen.success)
    return data(
      {
        ...noNews,
        errors: read.ok ? { form: ['Load the sheet again.'] } : read.errors,
        typed: given,
      },
      422,
    )
  const mayMakeVersion = form.get('newVersion') === 'on'
  // What buyers rely on is changed by somebody who is there.
  const before = await findShownPlan(shop, params.slug)
  if (before && isReliedOn(before.progress)) await requireRecentSignIn(context, request)
  const done = await changePlan(desk, params.slug, { seen: seen.data, plan: read.plan, mayMakeVersion })
  if (!done.ok) {
    // In a conflict the form goes on from what both wrote; otherwise from what was typed.
    const typed = done.why === 'conflict' ? formValues(done.merged) : given
    return data({ ...showRefusal(done, read.plan), typed }, 409)
  }
  const query = new URLSearchParams({ saved: String(done.revision) })
  if (done.taken.length > 0) query.set('with', [...new Set(done.taken.map(({ field }) => field))].join(','))
  if (done.version !== undefined) {
    query.set('version', String(done.version))
    query.set('notified', String(done.notified ?? 0))
  }
  return redirect(`/staff/drops/${done.slug}?${query}`, 303)
}

/** The answer to a form without any of its fields. */
const noNews = { errors: {}, conflicts: [], versioned: [], revision: undefined }

export default function Drop({ loaderData, actionData }: Route.ComponentProps) {
  return <DropSheet {...loaderData} refused={actionData} />
}
