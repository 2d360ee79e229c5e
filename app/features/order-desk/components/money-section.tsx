import { Ledger, type LedgerRow } from '#app/features/console/components/ledger.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import type { ShownSheet } from '../routes/shown-sheet.server.ts'

export function MoneySection({
  money,
  refunds,
  firearms,
}: Pick<ShownSheet, 'money' | 'refunds' | 'firearms'>) {
  const waiting = refunds.filter(({ state }) => state !== 'done')
  return (
    <Section item={3} title="Money" note="USD, from the ledger">
      <Ledger
        rows={[
          ...money.rows,
          { key: 'held', label: 'Held today', cents: money.heldCents, kind: 'sum' },
          ...firearms.flatMap(dueRow),
        ]}
      />
      {firearms
        .flatMap(({ taxDoubts }) => taxDoubts)
        .map((doubt) => (
          <p key={doubt} className="mt-2">
            <Status kind="review">{doubt}</Status>
          </p>
        ))}
      {waiting.length > 0 && (
        <ul className="mt-2 grid gap-1">
          {waiting.map(({ id, state, amount, on, refusal }) => (
            <li key={id}>
              <Status kind={state === 'refused' ? 'no' : 'wait'} figure={on}>
                {`Refund of ${amount}, ${refundStates[state]}`}
              </Status>
              {refusal && <span className="text-faint"> {refusal}</span>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function dueRow({ position, balanceDueCents, balanceWhen }: ShownSheet['firearms'][number]): LedgerRow[] {
  if (balanceDueCents === 0) return []
  const row = { key: `balance ${position}`, label: 'Balance, with its tax', cents: balanceDueCents }
  return [{ ...row, date: balanceWhen, kind: 'phantom' }]
}

const refundStates: Record<string, string> = {
  started: 'in progress',
  by_check: 'to be paid by check',
  refused: 'refused',
}
