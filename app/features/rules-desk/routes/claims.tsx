import { Link } from 'react-router'
import { claimStaleOn, isStale } from '#app/features/claims/rules.ts'
import { listAllClaims } from '#app/features/claims/store.server.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import { actorName, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { after, day } from '#app/kit/clock.ts'
import { DenseTable } from '../../console/components/dense-table.tsx'
import { EmptyList } from '../../console/components/list-states.tsx'
import { Sheet } from '../../console/components/sheet.tsx'
import { Status } from '../../console/components/status.tsx'
import { VerbLink } from '../../console/components/verb.tsx'
import { ConfirmForm, confirmForm } from '../components/confirm-form.tsx'
import { RulesViews } from '../components/rules-views.tsx'
import { revisionOf } from '../flows.server.ts'
import { claimShown, rulesPath, warnAheadDays } from '../rules.ts'
import { findLatestReviews } from '../store.server.ts'
import type { Route } from './+types/claims'
import { confirmSelected } from './confirm-selected.server.ts'

export const handle: StaffHandle = { right: 'rules.write' }

export const meta = () => [{ title: consoleTitle('Claims') }]

export async function loader({ context }: Route.LoaderArgs) {
  requireRight(context, 'rules.write')
  const { db, now: clock, timeZone } = context.get(shopContext)
  const now = clock()
  const [claims, reviews] = await Promise.all([listAllClaims(db), findLatestReviews(db)])
  const soon = after(now, warnAheadDays * day)
  const shown = [...Map.groupBy(claims, ({ key }) => key)].flatMap(([key, periods]) => {
    const claim = claimShown(periods, now, timeZone)
    if (!claim) return []
    const { text, figure, effectiveTo, reviewedOn } = claim
    const staleOn = claimStaleOn(claim)
    const review = reviews.get(`claim ${key}`)
    return {
      key,
      id: `claim ${key} ${revisionOf(periods)}`,
      text,
      figure,
      reviewer: review ? actorName(review.reviewer) : null,
      checked: formatCalendarDate(reviewedOn),
      // One that ends before needs no more checks.
      staleOn: effectiveTo === null || effectiveTo >= staleOn ? staleOn : null,
      kind: isStale(claim, now, timeZone)
        ? ('over' as const)
        : isStale(claim, soon, timeZone)
          ? ('soon' as const)
          : ('done' as const),
    }
  })
  const [first] = shown.flatMap(({ staleOn }) => staleOn ?? []).toSorted()
  return { claims: shown, staleFrom: first ? formatCalendarDate(first) : null }
}

export const action = confirmSelected(`${rulesPath}/claims`)

export default function Claims({ loaderData: { claims, staleFrom }, actionData }: Route.ComponentProps) {
  const due = claims.filter(({ kind }) => kind !== 'done').length
  const isStaleNow = claims.some(({ kind }) => kind === 'over')
  return (
    <Sheet
      title="Claims"
      heading="Claims"
      head={<RulesViews current="claims" />}
      state={
        <Status kind={isStaleNow ? 'over' : due > 0 ? 'soon' : 'done'}>
          {due > 0 ? `${due} to check` : 'Checked'}
        </Status>
      }
      next={staleFrom ? `The first claims turn stale on ${staleFrom}` : undefined}
      cells={[{ label: 'Claims', value: claims.length }]}
      action={<VerbLink to={`${rulesPath}/claims/new`}>New claim</VerbLink>}
    >
      {claims.length === 0 ? (
        <EmptyList>There are no claims: pages state no figure of law, tax or waiting time.</EmptyList>
      ) : (
        <>
          <DenseTable
            caption="Claims"
            selectIn={confirmForm}
            selectLabel={(id) => `Select ${id.split(' ')[1]}`}
            columns={[
              { key: 'key', label: 'Claim', width: 180, kind: 'code' },
              { key: 'figure', label: 'Figure', width: 220 },
              { key: 'text', label: 'As pages say it' },
              { key: 'checked', label: 'Checked', width: 230 },
            ]}
            rows={claims.map(({ id, key, figure, text, kind, checked, reviewer }) => ({
              id,
              cells: [
                <Link key="key" to={`${rulesPath}/claims/${key}`} data-open="">
                  {key}
                </Link>,
                figure,
                text,
                <Status key="kind" kind={kind} quiet>
                  {[checked, reviewer].filter(Boolean).join(', ')}
                </Status>,
              ],
            }))}
          />
          <ConfirmForm
            words={['Confirm the selected claims', 'Confirm these claims']}
            errors={actionData?.fieldErrors ?? {}}
            evidence={typedIn(actionData?.given ?? {}, 'evidence')}
          />
        </>
      )}
    </Sheet>
  )
}
