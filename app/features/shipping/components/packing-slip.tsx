import { Section } from '#app/features/console/components/section.tsx'
import { Code } from '#app/features/console/components/marks.tsx'
import { KeyValues } from '#app/features/console/components/key-values.tsx'
import { Due, Status } from '#app/features/console/components/status.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import type { ShownShipping } from '../store.server.ts'
import { labelServices, labelText, markWords } from '../words.ts'

/** The slip in the box, and notes for packing. It prints without the page, on A4 and on Letter. */
export function PackingSlip({ slip }: { slip: ShownShipping }) {
  const { orderId, paidOn, days, urgency, address, phone, email, method, marks, left, parcels } = slip
  const packed = parcels.filter(({ state }) => state === 'packed')
  const services = labelServices(marks)
  const contents = packed.length > 0 ? packed.flatMap(({ items }) => items) : left
  return (
    <Section item={1} title="Packing slip" note={<Code>{orderId}</Code>}>
      <div className="flex items-start gap-4" data-prints-alone="">
        <address className="grid grow not-italic" aria-label="Ship to">
          {address.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
        <span className="print:hidden">
          <CopyButton text={labelText(slip)} label="Copy label data" />
        </span>
      </div>
      <KeyValues
        rows={[
          ['Method', method],
          ['Services', services.join(', ')],
          ['Phone', phone],
          ['Email', email],
          ['Paid', <span key="paid">{`${paidOn}, ${days} d ago`}</span>],
          [
            'Clock',
            urgency !== 'calm' && (
              <Due key="due" tone={urgency === 'over' ? 'stop' : 'hold'}>
                {urgency === 'over' ? 'Over 30 days: the buyer chooses' : 'Late: sent by day 30'}
              </Due>
            ),
          ],
        ]}
      />
      {marks.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-4" aria-label="Marks">
          {marks.map((mark) => (
            <li key={mark}>
              <Status kind="gate" tone="hold">
                {markWords[mark]}
              </Status>
            </li>
          ))}
        </ul>
      )}
      <ul className="mt-3 grid gap-1" aria-label="Contents">
        {contents.map(({ title, detail, quantity }, at) => (
          <li key={at} className="flex gap-3">
            <Code>{`${quantity} ×`}</Code>
            <span>{[title, detail].filter(Boolean).join(', ')}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
