import { KeyValues } from '#app/features/console/components/key-values.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Code } from '#app/features/console/components/marks.tsx'
import { formatCentsExact } from '#app/kit/money.ts'
import { Link } from 'react-router'
import type { ShownSheet } from '../routes/shown-sheet.server.ts'

/** Who buys, as they entered it. */
export function BuyerSection({ buyer }: { buyer: ShownSheet['buyer'] }) {
  return (
    <Section item={4} title="Buyer">
      <KeyValues
        rows={[
          ['Name', buyer.name],
          ['Email', buyer.email],
          ['Phone', buyer.phone],
          ['State', buyer.state],
          ['Address', buyer.address],
          ['Attested', buyer.attestedOn],
        ]}
      />
      {!buyer.name && <p className="text-muted">Nobody has entered their details yet.</p>}
    </Section>
  )
}

/** The chosen dealer, the answer, and what their file lacks. */
export function DealerSection({ dealer }: { dealer: ShownSheet['dealer'] }) {
  if (!dealer)
    return (
      <Section item={5} title="Dealer file">
        <p className="text-muted">No dealer is chosen.</p>
      </Section>
    )
  const name = dealer.key ? <Link to={`/staff/dealers/${dealer.key}`}>{dealer.name}</Link> : dealer.name
  return (
    <Section item={5} title="Dealer file" note={dealer.place}>
      <KeyValues
        rows={[
          ['Dealer', name],
          [
            'License',
            dealer.key ? <Code key="license">{dealer.key}</Code> : 'Named by the buyer, not from the list',
          ],
          ['Expires', dealer.expiresOn],
          ['Answer', dealer.answer && `${dealer.answer}${dealer.isConfirmed ? '' : ', not confirmed'}`],
          ['Fee', dealer.feeCents !== null && formatCentsExact(dealer.feeCents)],
          ['Hours', dealer.hours],
          ['Answered by', dealer.answeredBy],
          ['Said', dealer.said],
          ['Asked at', dealer.requestEmail],
          ['Email', dealer.email],
        ]}
      />
      {dealer.missing.length > 0 && (
        <ul className="mt-1 grid gap-1">
          {dealer.missing.map((lack) => (
            <li key={lack}>
              <Status kind="gate">{lack}</Status>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
