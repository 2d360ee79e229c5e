import { Form } from 'react-router'
import { deskFieldsOf, TextArea, TextField } from '#app/features/console/components/fields.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { refusalWords } from '../words.ts'

type DecisionFormsProps = {
  build: {
    revision: number
    orderId: string | null
    isInCheckout: boolean
    verdict: { outcome: string }
    faults: readonly string[]
    firearm: string
    /** Its price without the trust pack, which is paid with the deposit. */
    buildCents: number
    depositCents: number
    today: string
    proposedUntil: string
    decision:
      | {
          variant: string | null
          includes: string | null
          priceCents: number | null
          leadWeeks: number | null
        }
      | undefined
  }
  given: SubmittedFields | undefined
  errors: FieldErrors
}

/** Approve with a price, or decline. A refused verb names what holds it. */
export function DecisionForms({ build, given = {}, errors }: DecisionFormsProps) {
  const decision = typedIn(given, 'decision')
  const held = build.orderId ? 'reserved' : build.isInCheckout ? 'in_checkout' : undefined
  const gates = [
    ...(held ? [held] : []),
    ...(build.verdict.outcome === 'refused' ? ['refused_by_state'] : []),
    ...(build.faults.length > 0 ? ['not_buildable'] : []),
  ].map(refusalWords)
  const was = build.decision
  const approval = decision === 'approved' ? deskFieldsOf(given, errors) : deskFieldsOf({}, {})
  const decline = decision === 'declined' ? deskFieldsOf(given, errors) : deskFieldsOf({}, {})
  return (
    <div className="grid gap-5">
      {errors.form && (
        <p role="alert">
          <Status kind="no">{errors.form.join(' ')}</Status>
        </p>
      )}
      <Form method="post" className="grid gap-3" aria-label="Approve with a price" noValidate>
        <input type="hidden" name="decision" value="approved" />
        <input type="hidden" name="seen" value={build.revision} />
        <TextField label="What we build" {...approval('variant', was?.variant ?? build.firearm)} required />
        <TextField
          label="The price includes"
          {...approval('includes', was?.includes ?? 'All parts of the build, assembly and test fire')}
          required
        />
        <TextField
          label="Final price, USD without sales tax"
          {...approval('price', dollars(was?.priceCents ?? build.buildCents))}
          inputMode="decimal"
          required
          hint={`The refundable deposit of ${formatCentsExact(build.depositCents)} is credited to it.`}
        />
        <TextField
          label="Lead time in weeks, from the paid balance"
          {...approval('leadWeeks', String(was?.leadWeeks ?? 8))}
          type="number"
          min={1}
          max={104}
          required
        />
        <TextField
          label="Valid until"
          {...approval('validUntil', build.proposedUntil)}
          type="date"
          min={build.today}
          required
        />
        <TextArea label="Note to the buyer, optional" {...approval('note')} rows={3} />
        <span>
          <Verb look="primary" gate={gates} busyWords="Sending...">
            Approve and mail the price
          </Verb>
        </span>
      </Form>
      <Form method="post" className="grid gap-3" aria-label="Decline" noValidate>
        <input type="hidden" name="decision" value="declined" />
        <input type="hidden" name="seen" value={build.revision} />
        <TextArea label="Why it is not built, which is mailed" {...decline('note')} rows={3} required />
        <span>
          <Verb look="stop" gate={held ? [refusalWords(held)] : []} busyWords="Sending...">
            Decline and mail why
          </Verb>
        </span>
      </Form>
    </div>
  )
}

/** An amount as it is typed: `2499.00`. */
function dollars(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}
