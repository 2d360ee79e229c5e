import { Form } from 'react-router'
import { DimensionLine } from '#app/features/console/components/dimension-line.tsx'
import { TextField } from '#app/features/console/components/fields.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import type { StatusKind } from '#app/features/console/components/shape.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import type { FieldErrors } from '#app/http/form.ts'

/** A price with its period, as the page writes it. */
type ShownPrice = {
  id: number | null
  /** `94.00`. */
  amount: string
  /** `since Sep 1, 2026`, `from Jan 1, 2027 12:00 AM`. */
  period: string
  when: 'past' | 'now' | 'scheduled'
  by: string
}

type Props = {
  item: number
  prices: readonly ShownPrice[]
  /** Today between the first and the last date, and the dates between them, as shares; null with one price. */
  scale: { now: number; thresholds: number[] } | null
  /** That of its form: sent twice, it enters one price. */
  formKey: string
  errors: FieldErrors
}

const shapes: Record<ShownPrice['when'], StatusKind> = { past: 'void', now: 'live', scheduled: 'sched' }

/** The prices of an item in order, and the form that enters the next. What has begun is history. */
export function PricePanel({ item, prices, scale, formKey, errors }: Props) {
  return (
    <Section item={item} title="Price" note="USD, before tax">
      <table className="con-ledger">
        <caption className="sr-only">Prices in US dollars</caption>
        <tbody>
          {prices.map(({ id, amount, period, when, by }) => (
            <tr key={id ?? 'first'}>
              <td className="w-full">
                <Status
                  kind={shapes[when]}
                  tone={when === 'now' ? 'accent' : undefined}
                  quiet={when === 'past'}
                >
                  {period}
                </Status>
                {by && <span className="text-faint"> {by}</span>}
                {when === 'scheduled' && (
                  <Form method="post" className="mt-1">
                    <input type="hidden" name="verb" value="withdraw" />
                    <input type="hidden" name="id" value={id ?? ''} />
                    <Verb small look="quiet" aria-label={`Withdraw the price ${amount} ${period}`}>
                      Withdraw
                    </Verb>
                  </Form>
                )}
              </td>
              <td className={when === 'now' ? 'con-number' : 'con-number text-faint'}>{amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {scale && <DimensionLine now={scale.now} thresholds={scale.thresholds} />}
      <Form method="post" className="mt-3 grid gap-2" aria-label="Enter a price" noValidate>
        <input type="hidden" name="verb" value="price" />
        <input type="hidden" name="key" value={formKey} autoComplete="off" />
        <div className="grid grid-cols-[minmax(0,1fr)_212px] gap-2 max-lg:grid-cols-1">
          <TextField
            label="New price"
            name="cents"
            inputMode="decimal"
            autoComplete="off"
            errors={errors.cents}
          />
          <TextField
            label="Begins"
            name="startsAt"
            type="datetime-local"
            hint="Empty: now. The shop’s time."
            errors={errors.startsAt}
          />
        </div>
        <span>
          <Verb small busyWords="Entering...">
            Enter price
          </Verb>
        </span>
        <p className="con-hint">
          Orders keep the price they were made with; carts show the new one at their next look.
        </p>
      </Form>
    </Section>
  )
}
