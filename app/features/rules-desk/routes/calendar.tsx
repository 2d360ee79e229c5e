import { Link } from 'react-router'
import { listAllClaims } from '#app/features/claims/store.server.ts'
import { listLocalRules } from '#app/features/compliance/store/local-rules.server.ts'
import { listPurchaseAges } from '#app/features/compliance/store/ages.server.ts'
import { listStateRules } from '#app/features/compliance/store/state-rules.server.ts'
import { stateName } from '#app/features/compliance/rules/states.ts'
import { listTariff } from '#app/features/delivery/store.server.ts'
import { percent } from '#app/features/delivery/rules.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { after, day } from '#app/kit/clock.ts'
import { DenseTable } from '../../console/components/dense-table.tsx'
import { EmptyList } from '../../console/components/list-states.tsx'
import { PhoneRow } from '../../console/components/phone-row.tsx'
import { Sheet } from '../../console/components/sheet.tsx'
import { Status } from '../../console/components/status.tsx'
import { RulesViews } from '../components/rules-views.tsx'
import { lawCalendar, warnAheadDays } from '../rules.ts'
import { dateWords } from '../words.ts'
import type { Route } from './+types/calendar'

export const handle: StaffHandle = { right: 'rules.write' }

export const meta = () => [{ title: consoleTitle('Law dates') }]

export async function loader({ context }: Route.LoaderArgs) {
  requireRight(context, 'rules.write')
  const { db, now: clock, timeZone } = context.get(shopContext)
  const now = clock()
  const today = formatIsoDay(now, timeZone)
  const soon = formatIsoDay(after(now, warnAheadDays * day), timeZone)
  const [states, places, ages, claims, { rates, exemptions }] = await Promise.all([
    listStateRules(db),
    listLocalRules(db),
    listPurchaseAges(db),
    listAllClaims(db),
    listTariff(db),
  ])
  const periods = [
    ...rates.map((rate) => ({
      ...rate,
      name: `Sales tax ${[stateName(rate.state), rate.county].filter(Boolean).join(', ')}, ${percent(rate.rateMillionths)}`,
    })),
    ...exemptions,
  ]
  const dates = lawCalendar({ states, places, ages, claims, periods }, today)
  return {
    dates: dates.map((date, at) => ({
      ...date,
      key: String(at),
      on: formatCalendarDate(date.on),
      urgency: date.kind !== 'stale' ? 'date' : date.on <= today ? 'over' : date.on <= soon ? 'soon' : 'date',
    })),
  }
}

const shapes = { over: 'over', soon: 'soon', date: 'sched' } as const

export default function Calendar({ loaderData: { dates } }: Route.ComponentProps) {
  const over = dates.filter(({ urgency }) => urgency === 'over').length
  return (
    <Sheet
      title="Law dates"
      heading="Law dates"
      head={<RulesViews current="calendar" />}
      state={
        <Status kind={over > 0 ? 'over' : 'done'}>{over > 0 ? `${over} stale` : 'Nothing is stale'}</Status>
      }
      next={dates[0] && `${dates[0].on}: ${dates[0].what}`}
    >
      {dates.length === 0 ? (
        <EmptyList>No date of a row, a claim or a rate is known.</EmptyList>
      ) : (
        <DenseTable
          caption="Law dates, the nearest first"
          columns={[
            { key: 'on', label: 'Day', width: 130, kind: 'code' },
            { key: 'kind', label: 'Kind', width: 140 },
            { key: 'what', label: 'What' },
          ]}
          rows={dates.map(({ key, on, kind, what, to, urgency }) => ({
            id: key,
            cells: [
              on,
              <Status key="kind" kind={shapes[urgency as keyof typeof shapes]} quiet>
                {dateWords[kind]}
              </Status>,
              <Link key="what" to={to} data-open="">
                {what}
              </Link>,
            ],
          }))}
          cards={dates.map(({ key, on, kind, what, to, urgency }) => (
            <PhoneRow
              key={key}
              kind={shapes[urgency as keyof typeof shapes]}
              to={to}
              subject={what}
              detail={dateWords[kind]}
              due={on}
            />
          ))}
        />
      )}
    </Sheet>
  )
}
