import { data, Form, redirect } from 'react-router'
import { claimInForce } from '#app/features/claims/rules.ts'
import { listAllClaims } from '#app/features/claims/store.server.ts'
import { requireRecentSignIn, requireRight } from '#app/features/staff/access.server.ts'
import { actorName, actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { type FieldErrors, parseForm } from '#app/http/form.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { formatIsoDay, formatStamp } from '#app/kit/date-format.ts'
import { deskFieldsOf, TextArea, TextField } from '../../console/components/fields.tsx'
import { Revisions } from '../../console/components/revisions.tsx'
import { Columns, Section } from '../../console/components/section.tsx'
import { Sheet } from '../../console/components/sheet.tsx'
import { Status } from '../../console/components/status.tsx'
import { Verb, VerbLink } from '../../console/components/verb.tsx'
import { changeClaim, claimRevision } from '../flows.server.ts'
import { claimFields, claimForm, evidenceForm } from '../input.ts'
import { rulesPath } from '../rules.ts'
import { listReviews } from '../store.server.ts'
import { refusalWords } from '../words.ts'
import type { Route } from './+types/claim'
import { noSuchRule } from './shown-rule.server.ts'

export const handle: StaffHandle = { right: 'rules.write' }

export const meta = ({ params }: Route.MetaArgs) => [{ title: consoleTitle(`Claim ${params.key}`) }]

export async function loader({ context, params: { key } }: Route.LoaderArgs) {
  requireRight(context, 'rules.write')
  const { db, now: clock, timeZone } = context.get(shopContext)
  const now = clock()
  const isNew = key === 'new'
  const periods = isNew ? [] : (await listAllClaims(db)).filter((row) => row.key === key)
  if (!isNew && periods.length === 0) throw noSuchRule()
  const [revision, reviews] = await Promise.all([claimRevision(db, key), listReviews(db, `claim ${key}`)])
  const shown = claimInForce(periods, now, timeZone) ?? periods.at(-1)
  return {
    key,
    isNew,
    revision,
    values: {
      key: isNew ? '' : key,
      text: shown?.text ?? '',
      figure: shown?.figure ?? '',
      source: shown?.source ?? '',
      effectiveFrom: shown?.effectiveFrom ?? '',
      effectiveTo: shown?.effectiveTo ?? '',
      period: shown?.period ?? '',
    } as Record<string, string>,
    checked: shown ? formatCalendarDate(shown.reviewedOn) : null,
    periods: periods.map(({ figure, effectiveFrom, effectiveTo, text }) => ({
      key: effectiveFrom ?? 'always',
      span: `${effectiveFrom ?? 'always'} to ${effectiveTo ?? 'open'}`,
      figure,
      text,
    })),
    reviews: reviews.map((review) => ({
      id: review.id,
      at: formatStamp(review.at, timeZone, now),
      by: actorName(review.reviewer),
      words: [review.evidence, review.changes].filter(Boolean).join(' '),
    })),
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  await requireRecentSignIn(context, request)
  const shop = context.get(shopContext)
  const actor = actorOf(requireRight(context, 'rules.write'))
  const form = await readForm(request)
  const [parsed, read] = [parseForm(claimForm, form), parseForm(evidenceForm, form)]
  const { given } = parsed
  const refusedBy = (status: 409 | 422, refusal: string | null, errors: FieldErrors) =>
    data({ refusal, errors, given }, status)
  if (!parsed.ok) return refusedBy(422, null, parsed.fieldErrors)
  const { revision, ...rest } = parsed.value
  const key = params.key === 'new' ? typedIn(given, 'key').trim() : params.key
  const claim = claimFields.safeParse({ ...rest, key, reviewedOn: formatIsoDay(shop.now(), shop.timeZone) })
  if (!claim.success || !read.ok) {
    const errors: FieldErrors = read.ok ? {} : { ...read.fieldErrors }
    for (const { path, message } of claim.error?.issues ?? []) errors[String(path[0])] = [message]
    return refusedBy(422, null, errors)
  }
  const seen = params.key === 'new' ? undefined : revision
  if (params.key === 'new' && (await listAllClaims(shop.db)).some((row) => row.key === key))
    return refusedBy(409, null, { key: ['There is a claim of this name already.'] })
  const done = await changeClaim({ ctx: shop, actor, timeZone: shop.timeZone }, claim.data, {
    evidence: read.value.evidence,
    ...(seen !== undefined && { seen }),
  })
  if (!done.ok) return refusedBy(409, refusalWords[done.why], {})
  return redirect(`${rulesPath}/claims/${key}`, 303)
}

export default function Claim({ loaderData: claim, actionData }: Route.ComponentProps) {
  const errors: FieldErrors = actionData?.errors ?? {}
  const field = deskFieldsOf(actionData?.given ?? claim.values, errors)
  return (
    <Sheet
      title={claim.isNew ? 'New claim' : `Claim ${claim.key}`}
      heading={claim.isNew ? 'New claim' : claim.key}
      state={<Status kind={claim.isNew ? 'todo' : 'done'}>{claim.isNew ? 'New' : 'Stated'}</Status>}
      next={claim.checked ? `Last checked ${claim.checked}` : undefined}
      action={<VerbLink to={`${rulesPath}/claims`}>All claims</VerbLink>}
    >
      <Columns columns="minmax(0,1fr) minmax(0,1fr)">
        <Section item={1} title="What pages say">
          {actionData?.refusal && (
            <p className="con-error mb-3" role="alert">
              {actionData.refusal}
            </p>
          )}
          <Form method="post" className="grid gap-3" aria-label="Claim" noValidate>
            <input type="hidden" name="revision" value={claim.revision} />
            {claim.isNew && (
              <TextField label="Name" {...field('key')} hint="Small words with dots: wait.florida" />
            )}
            <TextArea label="The whole claim, as one sentence" {...field('text')} rows={3} />
            <TextField label="The figure alone" {...field('figure')} />
            <TextArea
              label="Source"
              {...field('source')}
              hint="Statute or address. Customers read laws and addresses of it."
              rows={2}
            />
            <div className="grid gap-3 sm:grid-cols-2">
              <TextField
                label="Holds from"
                {...field('effectiveFrom')}
                type="date"
                hint="Another day begins a new period; the old one stays readable."
              />
              <TextField
                label="Last day"
                {...field('effectiveTo')}
                type="date"
                hint="Empty while it is open."
              />
            </div>
            <TextField
              label="The period in words"
              {...field('period')}
              hint="Follows the figure: since Jan 1, 2026"
            />
            <TextField label="What you read, for the record" {...field('evidence')} />
            <span>
              <Verb look="primary" shortcut="⌘S" busyWords="Saving...">
                Confirm, checked today
              </Verb>
            </span>
          </Form>
        </Section>
        <div>
          <Section item={2} title="Periods">
            {claim.periods.length === 0 ? (
              <p className="text-muted">Nothing is stated yet.</p>
            ) : (
              <Revisions
                caption="Periods"
                rows={claim.periods.map(({ key, span, figure, text }) => ({
                  key,
                  date: span,
                  change: text,
                  by: figure,
                }))}
              />
            )}
          </Section>
          <Section item={3} title="Reviews">
            {claim.reviews.length === 0 ? (
              <p className="text-muted">Nobody has confirmed it in the console yet.</p>
            ) : (
              <Revisions
                caption="Reviews"
                rows={claim.reviews.map(({ id, at, by, words }) => ({
                  key: String(id),
                  date: at,
                  change: words,
                  by,
                }))}
              />
            )}
          </Section>
        </div>
      </Columns>
    </Sheet>
  )
}
