import { Form } from 'react-router'
import { Ledger } from '#app/features/console/components/ledger.tsx'
import { KeyValues, Columns, Section } from '#app/features/console/components/section.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { Status, Code } from '#app/features/console/components/status.tsx'
import { VerbLink, Verb } from '#app/features/console/components/verb.tsx'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { staffMember } from '#app/features/staff/access.server.ts'
import { staffAction } from '#app/features/staff/action.server.ts'
import { mayDo, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { addDays, formatCalendarDate, formatDay, formatIsoDay } from '#app/kit/dates.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { differenceWords, liabilityWords, parseDay, takingWords } from '../rules.ts'
import { acceptDifference } from '../differences.server.ts'
import { findMoneyDay } from '../store.server.ts'
import type { Route } from './+types/money'
import { actAs } from '#app/access/act.server.ts'
import type { Account, PostingKind } from '#app/ledger/postings.ts'
import { TextField } from '#app/features/console/components/fields.tsx'
import { z } from 'zod'

export const handle: StaffHandle = { right: 'money.read', title: 'Money' }

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, timeZone, now } = context.get(shopContext)
  const params = new URL(request.url).searchParams
  const today = formatIsoDay(now(), timeZone)
  const day = parseDay(params.get('day')) ?? today
  return {
    ...(await findMoneyDay(db, day, timeZone)),
    day,
    timeZone,
    previous: addDays(day, -1),
    next: day < today ? addDays(day, 1) : undefined,
    accepted: acceptedWords[params.get('accepted') ?? ''],
    mayAccept: mayDo(staffMember(context).role, 'money.refund'),
  }
}

type MoneyDay = Awaited<ReturnType<typeof loader>>

const acceptInput = z.object({
  difference: z.coerce.number().int().positive(),
  gatewayCents: z.coerce.number().int(),
  ledgerCents: z.coerce.number().int(),
})

export const action = staffAction({
  right: 'money.refund',
  recent: true,
  input: acceptInput,
  run({ desk: { ctx, actor, by }, context, input: { difference, ...seen } }) {
    const data = (done: { as: string; difference: { kind: string } }) => ({
      ...seen,
      kind: done.difference.kind,
      recordedAs: done.as,
    })
    const act = { verb: 'accept-gateway-difference', subject: String(difference), data }
    return actAs(ctx, actor, act, (work) =>
      acceptDifference(work, context.get(sellablesContext), difference, { by, seen }),
    )
  },
  to: ({ request }, accepted) => {
    const day = parseDay(new URL(request.url).searchParams.get('day'))
    return `/staff/money?${day ? `day=${day}&` : ''}accepted=${accepted.as}`
  },
  refusal: ({ why }) =>
    why === 'changed'
      ? 'The amounts have changed since you opened this page. Look at them again.'
      : notOpenWords,
})

const notOpenWords = 'This difference is no longer open. Someone accepted it, or the books agree again.'

export default function Money({ loaderData, actionData }: Route.ComponentProps) {
  const { day, previous, next, accepted, takings, liabilities, due, stoppedRefunds, differences } = loaderData
  const open = stoppedRefunds.length + differences.length
  return (
    <Sheet
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
      {actionData && <SheetNotice kind="no">{actionData.fieldErrors.form ?? notOpenWords}</SheetNotice>}
      {accepted && !actionData && <SheetNotice kind="done">{accepted}</SheetNotice>}
      <Columns columns="minmax(0,1.2fr) minmax(0,1fr)">
        <div>
          <Section item={1} title="Takings of the day" note="USD">
            <Ledger
              caption="Takings of the day"
              rows={[
                ...takings.rows.map((row) => ({
                  key: `${row.kind} ${row.account}`,
                  label: takingLabel(row),
                  cents: row.cents,
                })),
                { key: 'net', label: 'Net', cents: takings.netCents, kind: 'total' as const },
              ]}
            />
          </Section>
          <StoppedRefunds {...loaderData} />
          <Differences {...loaderData} />
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

const gatewayWords: Partial<Record<Account, string>> = {
  'gateway:sandbox': 'sandbox',
  'gateway:authorize-net': 'Authorize.net',
  'gateway:manual': 'invoices',
}

function takingLabel({ kind, account }: { kind: PostingKind; account: Account }): string {
  return [takingWords[kind] ?? kind, gatewayWords[account]].filter(Boolean).join(', ')
}

const acceptedWords: Record<string, string> = {
  refund: 'Recorded as a refund of its order. The buyer is emailed.',
  chargeback: 'Recorded as a chargeback. The order is unchanged: decide what happens to it.',
  chargeback_reversed: 'The chargeback is recorded as reversed.',
  unknown_charge: 'Recorded as owed to its payer. Refund it at the payment service.',
  write_off: 'Written off.',
}

function StoppedRefunds({ stoppedRefunds }: Pick<MoneyDay, 'stoppedRefunds'>) {
  return (
    <Section item={2} title="Refunds to see to" note={stoppedRefunds.length}>
      {stoppedRefunds.length === 0 ? (
        <p className="text-muted">No refund was refused, and none waits for a check.</p>
      ) : (
        <ul className="grid gap-2">
          {stoppedRefunds.map(({ id, orderId, state, amountCents, refusal }) => (
            <li key={id} data-row="" className="flex flex-wrap gap-x-3">
              <a className="con-link" href={`/staff/orders/${orderId}`} data-open="">
                {orderId}
              </a>
              <Status kind={state === 'by_check' ? 'todo' : 'no'} figure={formatCentsExact(amountCents)}>
                {state === 'by_check' ? 'To be paid by check' : 'Refused'}
              </Status>
              {refusal && <span className="text-muted">{refusal}</span>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Differences(props: Pick<MoneyDay, 'differences' | 'mayAccept' | 'timeZone'>) {
  const { differences, mayAccept, timeZone } = props
  return (
    <Section item={3} title="Gateway differences" note={differences.length}>
      {differences.length === 0 ? (
        <p className="text-muted">The payment service and the ledger agree.</p>
      ) : (
        <ul className="grid gap-4">
          {differences.map(({ id, orderId, gateway, gatewayCents, ledgerCents, at, kind }) => (
            <li key={id} data-row="" className="grid gap-1" aria-label={`Difference ${id}`}>
              <span className="flex flex-wrap gap-x-3">
                <Status kind="over">{formatDay(at, timeZone)}</Status>
                <Code>{gateway}</Code>
                {orderId && (
                  <a className="con-link" href={`/staff/orders/${orderId}`} data-open="">
                    {orderId}
                  </a>
                )}
              </span>
              <span>{differenceWords({ kind, gatewayCents, ledgerCents })}</span>
              <Form method="post" aria-label={`Accept difference ${id}`}>
                <input type="hidden" name="difference" value={id} />
                <input type="hidden" name="gatewayCents" value={gatewayCents} />
                <input type="hidden" name="ledgerCents" value={ledgerCents} />
                {mayAccept ? (
                  <Verb look="stop" small busyWords="Accepting...">
                    Accept
                  </Verb>
                ) : (
                  <Verb gate={['Your role does not move money. Ask a manager.']}>Accept</Verb>
                )}
              </Form>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function LedgerFile({ from, to }: { from: string; to: string }) {
  return (
    <Section item={6} title="For the bookkeeper" note="CSV, every entry">
      <Form action="/staff/money/ledger.csv" className="flex flex-wrap items-end gap-3">
        <TextField key={`from ${from}`} label="From" name="from" type="date" defaultValue={from} required />
        <TextField key={`to ${to}`} label="To" name="to" type="date" defaultValue={to} required />
        <Verb>Download ledger</Verb>
      </Form>
    </Section>
  )
}
