import { Link } from 'react-router'
import { claimInForce, claimStaleOn, isStale } from '#app/features/claims/rules.ts'
import { listAllClaims } from '#app/features/claims/store.server.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { after, day } from '#app/kit/clock.ts'
import { DenseTable } from '../../console/components/dense-table.tsx'
import { EmptyList } from '../../console/components/list-states.tsx'
import { PhoneRow } from '../../console/components/phone-row.tsx'
import { Sheet } from '../../console/components/sheet.tsx'
import { Status } from '../../console/components/status.tsx'
import { VerbLink } from '../../console/components/verb.tsx'
import { RulesViews } from '../components/rules-views.tsx'
import { rulesPath, warnAheadDays } from '../rules.ts'
import { findLatestReviews } from '../store.server.ts'
import type { Route } from './+types/claims'

export const handle: StaffHandle = { right: 'rules.write' }

export const meta = () => [{ title: 'Claims | PACo console' }]

export async function loader({ context }: Route.LoaderArgs) {
  requireRight(context, 'rules.write')
  const { db, now: clock, timeZone } = context.get(shopContext)
  const now = clock()
  const [claims, reviews] = await Promise.all([listAllClaims(db), findLatestReviews(db)])
  const soon = after(now, warnAheadDays * day)
  return {
    claims: [...Map.groupBy(claims, ({ key }) => key)].map(([key, periods]) => {
      const shown = claimInForce(periods, now, timeZone) ?? periods[0]
      return {
        key,
        text: shown?.text ?? '',
        figure: shown?.figure ?? '',
        periods: periods.length,
        reviewer: reviews.get(`claim ${key}`)?.reviewer.replace(/ <.*>$/, '') ?? null,
        checked: shown ? formatCalendarDate(shown.reviewedOn) : '',
        staleOn: shown ? formatCalendarDate(claimStaleOn(shown)) : '',
        age:
          shown && isStale(shown, now, timeZone)
            ? 'stale'
            : shown && isStale(shown, soon, timeZone)
              ? 'soon'
              : 'fresh',
      }
    }),
  }
}

const shapes = { stale: 'over', soon: 'soon', fresh: 'done' } as const

export default function Claims({ loaderData: { claims } }: Route.ComponentProps) {
  const due = claims.filter(({ age }) => age !== 'fresh').length
  return (
    <Sheet
      title="Claims"
      heading="Claims"
      head={<RulesViews current="claims" />}
      state={<Status kind={due > 0 ? 'soon' : 'done'}>{due > 0 ? `${due} to check` : 'Checked'}</Status>}
      cells={[{ label: 'Claims', value: claims.length }]}
      action={<VerbLink to={`${rulesPath}/claims/new`}>New claim</VerbLink>}
    >
      {claims.length === 0 ? (
        <EmptyList>There are no claims: pages state no figure of law, tax or waiting time.</EmptyList>
      ) : (
        <DenseTable
          caption="Claims"
          columns={[
            { key: 'key', label: 'Claim', width: 180, kind: 'code' },
            { key: 'figure', label: 'Figure', width: 220 },
            { key: 'text', label: 'As pages say it' },
            { key: 'checked', label: 'Checked', width: 210 },
          ]}
          rows={claims.map(({ key, figure, text, age, checked, reviewer }) => ({
            id: key,
            cells: [
              <Link key="key" to={`${rulesPath}/claims/${key}`} data-open="">
                {key}
              </Link>,
              figure,
              text,
              <Status key="age" kind={shapes[age as keyof typeof shapes]} quiet>
                {[checked, reviewer].filter(Boolean).join(', ')}
              </Status>,
            ],
          }))}
          cards={claims.map(({ key, figure, text, age, checked }) => (
            <PhoneRow
              key={key}
              kind={shapes[age as keyof typeof shapes]}
              to={`${rulesPath}/claims/${key}`}
              subject={key}
              detail={figure || text}
              due={checked}
            />
          ))}
        />
      )}
    </Sheet>
  )
}
