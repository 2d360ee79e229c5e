import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { SelectField, TextArea, TextField } from '#app/features/console/components/fields.tsx'
import { MailPreview } from '#app/features/console/components/mail-preview.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { states } from '#app/features/compliance/rules.ts'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import type { OrderVerb } from '../input.ts'
import { sendsMail } from '../rules/verb-plans.ts'
import type { ShownMail } from '../routes/shown-mails.server.ts'
import type { ShownSheet } from '../routes/shown-sheet.server.ts'
import { verbWords } from '../words/verbs.ts'
import type { Around } from './document-fields.tsx'
import { PayoutFields } from './balance-fields.tsx'
import { reservationFields } from './reservation-fields.tsx'

type VerbFormProps = {
  /** The key of the form: a verb that sends a mail sends one, however often it is pressed. */
  formKey: string
  sheet: ShownSheet
  verb: OrderVerb
  errors: FieldErrors
  given: SubmittedFields
  /** What somebody else changed since the sheet was loaded, newest last. */
  since: readonly string[]
  /** The email that it sends, from what is typed so far. */
  mail: ShownMail | undefined
  /** The sheet without a form. */
  closeTo: string
}

/** The form of one verb, with what follows from it. What was typed stays when it is refused. */
export function VerbForm({ formKey, sheet, verb, errors, given, since, mail, closeTo }: VerbFormProps) {
  const navigation = useNavigation()
  const { label, button, isStop } = verbWords[verb]
  const typed = (name: string, otherwise = '') => {
    const value = given[name]
    // Several ticked boxes of one name are read as a list of words.
    return value === undefined ? otherwise : [value].flat().join(' ')
  }
  return (
    <Form method="post" className="grid grid-cols-1 gap-2" aria-label={label} noValidate preventScrollReset>
      <input type="hidden" name="verb" value={verb} />
      <input type="hidden" name="key" value={formKey} autoComplete="off" />
      <input type="hidden" name="revision" value={sheet.revision} />
      {since.length > 0 && (
        <div role="alert">
          <Status kind="review">Somebody else changed this order since you loaded it:</Status>
          <ul>
            {since.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <p className="text-muted">The sheet shows it now. Check it, then press again.</p>
        </div>
      )}
      {errors.form?.map((sentence) => (
        <p key={sentence} role="alert">
          <Status kind="no">{sentence}</Status>
        </p>
      ))}
      {fields[verb]({ sheet, errors, typed })}
      {mail && (
        <MailPreview to={mail.to} subject={mail.subject}>
          {mail.text}
        </MailPreview>
      )}
      <span className="flex flex-wrap gap-2">
        <Verb look={isStop ? 'stop' : 'primary'} busy={navigation.state !== 'idle'} busyWords="Working...">
          {button}
        </Verb>
        {sendsMail(verb) && (
          <Verb look="quiet" name="preview" value="yes">
            Preview the email
          </Verb>
        )}
        <VerbLink look="quiet" to={closeTo} preventScrollReset data-back="">
          Close
        </VerbLink>
      </span>
    </Form>
  )
}

const fields: Record<OrderVerb, (around: Around) => ReactNode> = {
  ...reservationFields,
  note: ({ errors, typed }) => (
    <TextArea
      label="Note, with your name and the time; only staff read it"
      name="text"
      rows={4}
      defaultValue={typed('text')}
      errors={errors.text}
    />
  ),
  correct_buyer: ({ sheet: { buyer }, errors, typed }) => (
    <>
      <TextField label="Name" name="name" defaultValue={typed('name', buyer.name)} errors={errors.name} />
      <TextField
        label="Email"
        name="email"
        type="email"
        defaultValue={typed('email', buyer.email)}
        errors={errors.email}
        hint="Another email ends every private link, and a new link goes to the new address."
      />
      <TextField
        label="Phone"
        name="phone"
        defaultValue={typed('phone', buyer.phone)}
        errors={errors.phone}
      />
      {buyer.stateCode && (
        <SelectField
          label="State of residence"
          name="state"
          defaultValue={typed('state', buyer.stateCode)}
          errors={errors.state}
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
  record_payout: ({ sheet, errors, typed }) => (
    <>
      <RefundField
        label="Refund that was paid"
        refunds={sheet.refunds.filter(({ isPayable }) => isPayable)}
        value={typed('refund')}
        errors={errors.refund}
      />
      <PayoutFields sheet={sheet} errors={errors} typed={typed} />
      <p className="text-muted">The buyer is emailed how it was paid.</p>
    </>
  ),
  retry_refund: ({ sheet, errors, typed }) => (
    <>
      <RefundField
        label="Refused refund"
        refunds={sheet.refunds.filter(({ state }) => state === 'refused')}
        value={typed('refund')}
        errors={errors.refund}
      />
      <p className="text-muted">
        It goes to the payment service once more, and the buyer is emailed once it is made. If it refuses
        again, pay it by check and record that.
      </p>
    </>
  ),
}

function RefundFields({ sheet, errors, typed }: Around) {
  const open = sheet.lines.filter(({ isReturned }) => !isReturned)
  return (
    <>
      <SelectField
        label="Refund"
        name="scope"
        defaultValue={typed('scope', 'all')}
        errors={errors.scope}
        options={[
          ['all', `Everything that is left, up to ${formatCentsExact(sheet.money.refundableCents)}`],
          ...open.map(({ position, title }) => [`line ${position}`, `The line ${title}`] as const),
          ['amount', 'An amount, returning nothing'],
        ]}
      />
      <TextField
        label="Amount, if you chose one"
        name="dollars"
        inputMode="decimal"
        defaultValue={typed('dollars')}
        errors={errors.dollars}
      />
      <SelectField
        label="Returned goods"
        name="stock"
        defaultValue={typed('stock', 'usual')}
        errors={errors.stock}
        options={[
          ['usual', 'Back on sale unless a form is filed or a package was sent'],
          ['release', 'Back on sale in any case: they are here'],
          ['keep', 'Off sale, as of damaged goods'],
        ]}
      />
      <SelectField
        label="Paid back"
        name="route"
        defaultValue={typed('route', 'card')}
        errors={errors.route}
        options={[
          ['card', 'The way it was paid'],
          ['check', 'By check, which a person writes'],
        ]}
      />
      <TextField label="Reason" name="reason" defaultValue={typed('reason')} errors={errors.reason} />
      <p className="text-muted">The buyer is emailed the amount once it is made. A refund can’t be undone.</p>
    </>
  )
}

type RefundFieldProps = {
  label: string
  refunds: ShownSheet['refunds']
  value: string
  errors: readonly string[] | undefined
}

function RefundField({ label, refunds, value, errors }: RefundFieldProps) {
  return (
    <SelectField
      label={label}
      name="refund"
      defaultValue={value || refunds[0]?.id}
      errors={errors}
      options={refunds.map(
        ({ id, amount, on, refusal }) =>
          [id, [`${amount}, started ${on}`, refusal].filter(Boolean).join('. ')] as const,
      )}
    />
  )
}
