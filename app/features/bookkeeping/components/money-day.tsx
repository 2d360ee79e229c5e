import { Form, Link } from 'react-router'
import { Code } from '#app/features/console/components/marks.tsx'
import { TextField } from '#app/features/console/components/fields.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import { formatCentsExact } from '#app/kit/money.ts'

/** A refund that a person has to see to. */
export type StoppedRefund = {
  id: string
  orderId: string
  isByCheck: boolean
  amountCents: number
  reason: string
}

/** Refunds that the payment service refused, or that are paid by check. */
export function StoppedRefunds({ refunds }: { refunds: readonly StoppedRefund[] }) {
  return (
    <Section item={2} title="Refunds to see to" note={refunds.length}>
      {refunds.length === 0 ? (
        <p className="text-muted">No refund was refused, and none waits for a check.</p>
      ) : (
        <ul className="grid gap-2">
          {refunds.map(({ id, orderId, isByCheck, amountCents, reason }) => (
            <li key={id} data-row="" className="flex flex-wrap gap-x-3">
              <Link className="con-link" to={`/staff/orders/${orderId}`} data-open="">
                {orderId}
              </Link>
              <Status kind={isByCheck ? 'todo' : 'no'} figure={formatCentsExact(amountCents)}>
                {isByCheck ? 'To be paid by check' : 'Refused'}
              </Status>
              {reason && <span className="text-muted">{reason}</span>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** Something on which the payment service and the ledger do not agree. Cents as both have them. */
export type ShownDifference = {
  id: number
  orderId: string | null
  gateway: string
  gatewayCents: number
  ledgerCents: number
  on: string
  sentence: string
}

/** What is open between the payment service and the ledger, each with its verb. */
export function Differences({
  differences,
  mayAccept,
}: {
  differences: readonly ShownDifference[]
  mayAccept: boolean
}) {
  return (
    <Section item={3} title="Gateway differences" note={differences.length}>
      {differences.length === 0 ? (
        <p className="text-muted">The payment service and the ledger agree.</p>
      ) : (
        <ul className="grid gap-4">
          {differences.map(({ id, orderId, gateway, gatewayCents, ledgerCents, on, sentence }) => (
            <li key={id} data-row="" className="grid gap-1" aria-label={`Difference ${id}`}>
              <span className="flex flex-wrap gap-x-3">
                <Status kind="over">{on}</Status>
                <Code>{gateway}</Code>
                {orderId && (
                  <Link className="con-link" to={`/staff/orders/${orderId}`} data-open="">
                    {orderId}
                  </Link>
                )}
              </span>
              <span>{sentence}</span>
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

/** The bookkeeper's file: from one day to another. */
export function LedgerFile({ from, to }: { from: string; to: string }) {
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
