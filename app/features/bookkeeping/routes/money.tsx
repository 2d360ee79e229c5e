import { data, redirect } from 'react-router'
import { Ledger } from '#app/features/console/components/ledger.tsx'
import { KeyValues } from '#app/features/console/components/key-values.tsx'
import { Columns, Section } from '#app/features/console/components/section.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import { sellablesContext } from '#app/features/orders/store.server.ts'
import { requireRecentSignIn, requireRight, staffMember } from '#app/features/staff/access.server.ts'
import { actorOf, mayDo, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { formatDay, formatIsoDay } from '#app/kit/date-format.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { Differences, LedgerFile, StoppedRefunds } from '../components/money-day.tsx'
import { acceptAtDesk } from '../desk-flows.server.ts'
import { acceptInput } from '../input.ts'
import { parseDay, shiftDay } from '../rules/days.ts'
import { findMoneyDay } from '../store/desk.server.ts'
import { differenceWords } from '../words.ts'
import { acceptedWords, acceptRefusals, liabilityWords, takingWords } from '../words/desk.ts'
import type { Route } from './+types/money'

export const handle: StaffHandle = { right: 'money.read' }

export const meta = () => [{ title: consoleTitle('Money') }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, timeZone, now } = context.get(shopContext)
  const params = new URL(request.url).searchParams
  const today = formatIsoDay(now(), timeZone)
  const day = parseDay(params.get('day')) ?? today
  const found = await findMoneyDay(db, day, timeZone)
  return {
    day,
    previous: shiftDay(day, -1),
    next: day < today ? shiftDay(day, 1) : undefined,
    accepted: acceptedWords[params.get('accepted') ?? ''],
    mayAccept: mayDo(staffMember(context).role, 'money.refund'),
    takings: found.takings,
    liabilities: found.liabilities,
    due: found.due,
    refunds: found.stoppedRefunds.map(({ id, orderId, state, amountCents, refusal }) => ({
      id,
      orderId,
      amountCents,
      isByCheck: state === 'by_check',
      reason: refusal ?? '',
    })),
    differences: found.differences.map((each) => ({
      id: each.id,
      orderId: each.orderId,
      gateway: each.gateway,
      gatewayCents: each.gatewayCents,
      ledgerCents: each.ledgerCents,
      on: formatDay(each.at, timeZone),
      sentence: differenceWords(each),
    })),
  }
}

/** Accepts a difference. It moves money, so it needs a recent sign-in. */
export async function action({ context, request }: Route.ActionArgs) {
  const member = requireRight(context, 'money.refund')
  await requireRecentSignIn(context, request)
  const parsed = parseForm(acceptInput, await readForm(request))
  if (!parsed.ok) return data({ refusal: acceptRefusals.no_such_difference }, 422)
  const desk = {
    ctx: context.get(shopContext),
    sellables: context.get(sellablesContext),
    by: member.name,
    actor: actorOf(member),
  }
  const accepted = await acceptAtDesk(desk, parsed.value)
  if (!accepted.ok)
    return data(
      { refusal: acceptRefusals[accepted.why === 'changed' ? 'changed' : 'no_such_difference'] },
      409,
    )
  const day = parseDay(new URL(request.url).searchParams.get('day'))
  return redirect(`/staff/money?${day ? `day=${day}&` : ''}accepted=${accepted.as}`, 303)
}

export default function Money({ loaderData, actionData }: Route.ComponentProps) {
  const { day, previous, next, accepted, mayAccept, takings, liabilities, due, refunds, differences } =
    loaderData
  const open = refunds.length + differences.length
  return (
    <Sheet
      title="Money"
      heading={`Money, ${formatCalendarDate(day)}`}
      head={
        <nav className="flex gap-2" aria-label="Days">
          <VerbLink look="quiet" small to={`/staff/money?day=${previous}`}>
            Previous day
          </VerbLink>
          {next && (
            <VerbLink look="quiet" small to={`/staff/money?day=${next}`}>
              Next day
            </VerbLink>
          )}
        </nav>
      }
      state={<Status kind={open > 0 ? 'over' : 'done'}>{open > 0 ? `${open} open` : 'Clear'}</Status>}
      next={open > 0 ? 'Refunds and differences wait for a person' : undefined}
      cells={[{ label: 'Net, USD', value: formatCentsExact(takings.netCents), wide: false }]}
      action={<VerbLink to={`/staff/money/tax?month=${day.slice(0, 7)}`}>Sales tax</VerbLink>}
    >
      {actionData?.refusal && <SheetNotice kind="no">{actionData.refusal}</SheetNotice>}
      {accepted && !actionData && <SheetNotice kind="done">{accepted}</SheetNotice>}
      <Columns columns="minmax(0,1.2fr) minmax(0,1fr)">
        <div>
          <Section item={1} title="Takings of the day" note="USD">
            <Ledger
              caption="Takings of the day"
              rows={[
                ...takings.rows.map((row) => ({
                  key: `${row.kind} ${row.account}`,
                  label: takingWords(row),
                  cents: row.cents,
                })),
                { key: 'net', label: 'Net', cents: takings.netCents, kind: 'total' as const },
              ]}
            />
          </Section>
          <StoppedRefunds refunds={refunds} />
          <Differences differences={differences} mayAccept={mayAccept} />
        </div>
        <div>
          <Section item={4} title="Owed now" note="USD">
            <Ledger
              caption="Owed now"
              rows={[
                ...liabilities.rows.map(({ account, cents }) => ({
                  key: account,
                  label: liabilityWords[account],
                  cents,
                })),
                { key: 'total', label: 'Owed', cents: liabilities.totalCents, kind: 'total' as const },
              ]}
            />
          </Section>
          <Section item={5} title="Balances due">
            <KeyValues
              rows={[
                ['Requests', String(due.count)],
                ['With tax', formatCentsExact(due.cents)],
              ]}
            />
          </Section>
          <LedgerFile from={day} to={day} />
        </div>
      </Columns>
    </Sheet>
  )
}
