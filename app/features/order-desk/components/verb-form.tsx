import type { ReactNode } from 'react'
import { Form } from 'react-router'
import {
  deskFieldsOf,
  SelectField,
  TextArea,
  TextField,
  CheckField,
} from '#app/features/console/components/fields.tsx'
import { MailPreview } from '#app/features/console/components/mail-preview.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { states } from '#app/features/compliance/rules/states.ts'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import type { OrderVerb } from '../input.ts'
import { sendsMail } from '../rules/verb-plans.ts'
import type { ShownMail } from '../routes/shown-mails.server.ts'
import type { ShownSheet } from '../routes/shown-sheet.server.ts'
import { verbWords } from '../words/verbs.ts'
import { dealerSearchForm, dealerVerbFields } from './dealer-verb-fields.tsx'
import { type Around, type FoundDealers, documentFields, NoteField } from './document-fields.tsx'
import { PayoutFields, balanceFields } from './balance-fields.tsx'
import { FirearmField } from './firearm-field.tsx'
import type { Exit } from '#app/features/reservations/rules/exits.ts'
import { TrackingFields } from '#app/features/console/components/tracking.tsx'
import { stages } from '#app/features/orders/rules.ts'
import { openCarrierChoice } from '#app/features/orders/words/parcels.ts'
import { gateWords, shipmentHint } from '#app/features/reservations/words.ts'
import { stageLabels } from '../words.ts'

type ReservationVerb = Exclude<
  OrderVerb,
  'note' | 'correct_buyer' | 'send_link' | 'end_links' | 'refund' | 'record_payout' | 'retry_refund'
>

const reservationFields: Record<ReservationVerb, (around: Around) => ReactNode> = {
  approve: (around) => (
    <NoteField {...around} label="Note, with your name, the rule versions and the time">
      The buyer is emailed that the review is done. It counts for the rules as they are now.
    </NoteField>
  ),
  ...documentFields,
  decline: (around) => (
    <NoteField {...around} label="Why, in the words the buyer reads">
      {`Everything that was paid goes back, ${formatCentsExact(around.sheet.money.refundableCents)}, and the reservation ends.`}
    </NoteField>
  ),
  send_agreement: (around) => (
    <>
      <FirearmField {...around} />
      <TextField
        label="What is built"
        {...around.field('variant', around.sheet.firearms[0]?.variant)}
        hint="Variant, caliber, barrel, finish: as the buyer will hold it."
      />
      <TextField
        label="What the price includes"
        {...around.field('includes', around.sheet.firearms[0]?.includes)}
      />
      <TextField
        label="Final price in dollars, without sales tax"
        {...around.field('price', around.sheet.firearms[0]?.price)}
        inputMode="decimal"
        hint="The deposit is credited to it. The buyer is emailed a link to accept it."
      />
    </>
  ),
  ...balanceFields,
  move_stage: MoveFields,
  ...dealerVerbFields,
  close: CloseFields,
}

function CloseFields(around: Around) {
  const { field } = around
  return (
    <>
      <FirearmField {...around} />
      <SelectField
        label="Why it ends, by its row of the refund policy"
        {...field('exit')}
        options={Object.entries(exitWords)}
      />
      <TextField
        label="Deposit that goes back in dollars, where that was agreed; 0 for nothing"
        {...field('amount')}
        inputMode="decimal"
      />
      <CheckField
        label="Its form was withdrawn: the number goes back on sale"
        name="isReleased"
        value="yes"
      />
      <NoteField {...around} label="What the buyer reads besides the reason" />
    </>
  )
}

const exitWords: Record<Exit, string> = {
  changed_mind: 'Buyer changed their mind: the deposit as agreed',
  unpaid: 'Balance unpaid past its days: everything back',
  withdrawn: 'Form withdrawn at the buyer’s wish: the deposit as agreed',
  disapproved: 'Transfer disapproved for good: everything back',
  dealer_lost: 'Dealer lost and no other one suits: everything back',
  cannot_build: 'We can’t build it: everything back',
  law_changed: 'The law changed: everything back',
  declined: 'Our review ends with a no: everything back',
}

function MoveFields(around: Around) {
  const { sheet, field } = around
  const open = sheet.firearms.filter(({ isOpen }) => isOpen)
  const held = [...new Set(open.flatMap(({ heldBy }) => heldBy))]
  const offered = stages.filter((stage) =>
    open.some(({ next, previous }) => stage === next || stage === previous),
  )
  return (
    <>
      <FirearmField {...around} />
      <SelectField
        label="To"
        {...field('to', open[0]?.next ?? '')}
        options={offered.map((stage) => [stage, stageLabels[stage]] as const)}
      />
      <TextField label="The day on which it happened" {...field('onDay', sheet.today)} type="date" />
      {open.some(({ next }) => next === 'shipped') && (
        <TrackingFields carriers={openCarrierChoice} field={field} hint={shipmentHint} />
      )}
      <TextField label="Note for staff" {...field('note')} />
      <TextField
        label="Why it goes back, if it does, in the words the buyer reads"
        {...field('backReason')}
      />
      {held.length > 0 && (
        <ul className="grid gap-1">
          {held.map((gate) => (
            <li key={gate} className="text-muted">
              {gateWords[gate].held}
            </li>
          ))}
        </ul>
      )}
      {held.length > 0 && sheet.mayOverride && (
        <TextField label="Owner override: why it moves past these gates" {...field('overrideReason')} />
      )}
      <p className="text-muted">The buyer is emailed the new stage and what comes next.</p>
    </>
  )
}

type VerbFormProps = {
  /** The key of the form: a verb that sends a mail sends one, however often it is pressed. */
  formKey: string
  sheet: ShownSheet
  verb: OrderVerb
  errors: FieldErrors
  given: SubmittedFields
  since: readonly string[]
  mail: ShownMail | undefined
  isRequested: boolean
  closeTo: string
  found: FoundDealers
}

export function VerbForm({
  formKey,
  sheet,
  verb,
  errors,
  given,
  since,
  mail,
  isRequested,
  closeTo,
  found,
}: VerbFormProps) {
  const { label, button, isStop } = verbWords[verb]
  const isRefused = since.length > 0 || errors.form !== undefined
  return (
    <>
      {verb === 'set_dealer' && (
        <Form id={dealerSearchForm} role="search" aria-label="Dealers">
          <input type="hidden" name="do" value={verb} />
        </Form>
      )}
      <Form method="post" className="grid grid-cols-1 gap-2" aria-label={label} noValidate>
        <input type="hidden" name="verb" value={verb} />
        <input type="hidden" name="key" value={formKey} autoComplete="off" />
        <input type="hidden" name="revision" value={sheet.revision} />
        {isRefused && (
          <div role="alert">
            {since.length > 0 && (
              <>
                <Status kind="review">This order has changed since you loaded it:</Status>
                <ul>
                  {since.map((sentence) => (
                    <li key={sentence}>{sentence}</li>
                  ))}
                </ul>
                <p className="text-muted">The sheet shows it now. Check it, then press again.</p>
              </>
            )}
            {errors.form?.map((sentence) => (
              <p key={sentence}>
                <Status kind="no">{sentence}</Status>
              </p>
            ))}
          </div>
        )}
        {fields[verb]({ sheet, given, errors, field: deskFieldsOf(given, errors), found })}
        {mail && (
          <div data-focus={isRequested ? '' : undefined}>
            <MailPreview to={mail.to} subject={mail.subject}>
              {mail.text}
            </MailPreview>
          </div>
        )}
        <span className="flex flex-wrap gap-2">
          <Verb look={isStop ? 'stop' : 'primary'} busyWords="Working...">
            {button}
          </Verb>
          {sendsMail(verb) && (
            <Verb look="quiet" name="preview" value="yes">
              Preview the email
            </Verb>
          )}
          <VerbLink look="quiet" to={closeTo} data-back="">
            Close
          </VerbLink>
        </span>
      </Form>
    </>
  )
}

const fields: Record<OrderVerb, (around: Around) => ReactNode> = {
  ...reservationFields,
  note: ({ field }) => (
    <TextArea label="Note, with your name and the time; only staff read it" {...field('text')} rows={4} />
  ),
  correct_buyer: ({ sheet: { buyer }, field }) => (
    <>
      <TextField label="Name" {...field('name', buyer.name)} />
      <TextField
        label="Email"
        {...field('email', buyer.email)}
        type="email"
        hint="Another email ends every private link, and a new link goes to the new address."
      />
      <TextField label="Phone" {...field('phone', buyer.phone)} />
      {buyer.stateCode && (
        <SelectField
          label="State of residence"
          {...field('state', buyer.stateCode)}
          options={states.map(({ code, name }) => [code, name] as const)}
          hint="The state rules are checked again with it."
        />
      )}
    </>
  ),
  send_link: ({ sheet }) => (
    <p>{`${sheet.buyer.email} is emailed a new private link. Older links go on working until they end.`}</p>
  ),
  end_links: () => (
    <p>Every private link to this order stops working, in every browser. Send a new one after it.</p>
  ),
  refund: RefundFields,
  record_payout: (around) => (
    <>
      <RefundField
        label="Refund that was paid"
        refunds={around.sheet.refunds.filter(({ isPayable }) => isPayable)}
        field={around.field}
      />
      <PayoutFields {...around} />
      <p className="text-muted">The buyer is emailed how it was paid.</p>
    </>
  ),
  retry_refund: (around) => (
    <>
      <RefundField
        label="Refused refund"
        refunds={around.sheet.refunds.filter(({ state }) => state === 'refused')}
        field={around.field}
      />
      <p className="text-muted">
        It goes to the payment service once more, and the buyer is emailed once it is made. If it refuses
        again, pay it by check and record that.
      </p>
    </>
  ),
}

function RefundFields({ sheet, field }: Around) {
  const open = sheet.lines.filter(({ isReturned }) => !isReturned)
  return (
    <>
      <SelectField
        label="Refund"
        {...field('scope', 'all')}
        options={[
          ['all', `Everything that is left, up to ${formatCentsExact(sheet.money.refundableCents)}`],
          ...open.map(({ position, title }) => [`line ${position}`, `The line ${title}`] as const),
          ['amount', 'An amount, returning nothing'],
        ]}
      />
      <TextField label="Amount, if you chose one" {...field('dollars')} inputMode="decimal" />
      <SelectField
        label="Returned goods"
        {...field('stock', 'usual')}
        options={[
          ['usual', 'Back on sale unless a form is filed or a package was sent'],
          ['release', 'Back on sale in any case: they are here'],
          ['keep', 'Off sale, as of damaged goods'],
        ]}
      />
      <SelectField
        label="Paid back"
        {...field('route', 'card')}
        options={[
          ['card', 'The way it was paid'],
          ['check', 'By check, which a person writes'],
        ]}
      />
      <TextField label="Reason" {...field('reason')} />
      <p className="text-muted">The buyer is emailed the amount once it is made. A refund can’t be undone.</p>
    </>
  )
}

type RefundFieldProps = Pick<Around, 'field'> & { label: string; refunds: ShownSheet['refunds'] }

function RefundField({ label, refunds, field }: RefundFieldProps) {
  return (
    <SelectField
      label={label}
      {...field('refund', refunds[0]?.id)}
      options={refunds.map(
        ({ id, amount, on, refusal }) =>
          [id, [`${amount}, started ${on}`, refusal].filter(Boolean).join('. ')] as const,
      )}
    />
  )
}
