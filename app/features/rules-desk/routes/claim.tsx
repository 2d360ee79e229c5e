import { staffAction } from '#app/features/staff/action.server.ts'
import { Form } from 'react-router'
import { claimInForce } from '#app/features/claims/rules.ts'
import { listAllClaims } from '#app/features/claims/store.server.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import { actorName, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import type { FieldErrors } from '#app/http/form.ts'
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
import { refuse } from '#app/kit/refusal.ts'
import { claimInputOf } from '../input.ts'
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

export const action = staffAction({
  right: 'rules.write',
  recent: true,
  input: ({ desk, params }) => claimInputOf(params.key ?? '', formatIsoDay(desk.ctx.now(), desk.timeZone)),
  run: async ({ desk, params, input: { revision, evidence, ...claim } }) => {
    if (params.key !== 'new') return changeClaim(desk, claim, { evidence, seen: revision })
    const isKnown = (await listAllClaims(desk.ctx.db)).some(({ key }) => key === claim.key)
    return isKnown ? refuse('name_taken') : changeClaim(desk, claim, { evidence })
  },
  to: ({ input }) => `${rulesPath}/claims/${input.key}`,
  refusal: ({ why }) =>
    why === 'name_taken' ? { key: ['There is a claim of this name already.'] } : refusalWords[why],
})

export default function Claim({ loaderData: claim, actionData }: Route.ComponentProps) {
  const errors: FieldErrors = actionData?.fieldErrors ?? {}
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
          {errors.form && (
            <p className="con-error mb-3" role="alert">
              {errors.form.join(' ')}
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
