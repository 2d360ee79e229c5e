import { Form } from 'react-router'
import {
  CheckField,
  deskFieldsOf,
  SelectField,
  TextArea,
  TextField,
} from '#app/features/console/components/fields.tsx'
import { Shape } from '#app/features/console/components/shape.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import type { OrderVerb } from '../input.ts'
import type { ShownMail } from '../rehearsal.server.ts'
import type { ShownSheet } from '../routes/shown-sheet.server.ts'
import { verbPlans } from '../rules/verb-plans.ts'
import { valueFor, type VerbField, verbFields } from '../verb-fields.ts'
import { verbWords } from '../words.ts'
import type { ReactNode } from 'react'

export type FoundDealers = { typed: string; dealers: readonly { key: string; words: string }[] }

const dealerSearchForm = 'find-dealer'

type VerbFormProps = {
  /** The key of the form: a verb that sends a mail sends one, however often it is pressed. */
  formKey: string
  sheet: ShownSheet
  verb: OrderVerb
  errors: FieldErrors
  given: SubmittedFields
  since: readonly string[]
  mails: readonly ShownMail[]
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
  mails,
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
        {verb === 'set_dealer' && <DealerFields sheet={sheet} given={given} errors={errors} found={found} />}
        {verbFields[verb].map((field, at) => (
          <FieldOfVerb key={field.name || at} field={field} sheet={sheet} given={given} errors={errors} />
        ))}
        {/* Above the mails, which may be long: a form that opens shows its buttons. */}
        <span className="flex flex-wrap gap-2">
          <Verb look={isStop ? 'stop' : 'primary'} busyWords="Working...">
            {button}
          </Verb>
          {verbPlans[verb].sendsMail && (
            <Verb look="quiet" name="preview" value="yes">
              Preview the email
            </Verb>
          )}
          <VerbLink look="quiet" to={closeTo} data-back="">
            Close
          </VerbLink>
        </span>
        <div className="grid gap-2" data-focus={isRequested && !isRefused ? '' : undefined}>
          {mails.map(({ to, subject, text }) => (
            <MailPreview key={to + subject} to={to} subject={subject}>
              {text}
            </MailPreview>
          ))}
          {isRequested && !isRefused && mails.length === 0 && <p role="status">No email follows at once.</p>}
        </div>
      </Form>
    </>
  )
}

type Around = { sheet: ShownSheet; given: SubmittedFields; errors: FieldErrors }

function FieldOfVerb({ field, sheet, given, errors }: Around & { field: VerbField }) {
  const { name, label, kind, isShown } = field
  if (isShown && !isShown(sheet)) return null
  const hint = field.hint === undefined ? undefined : valueFor(field.hint, sheet)
  const options = valueFor(field.options ?? [], sheet)
  const around = {
    label,
    hint,
    ...deskFieldsOf(given, errors)(name, valueFor(field.usual, sheet)),
  }
  switch (kind) {
    case 'say':
      return hint ? <p className="text-muted">{hint}</p> : null
    case 'tick':
      return <CheckField label={label} name={name} value="yes" />
    case 'checks':
      return <Checks field={field} options={options} given={given} errors={errors[name]} />
    case 'choice': {
      const [only, ...others] = options
      if (name === 'position' && only && others.length === 0)
        return <input type="hidden" name={name} value={only[0]} />
      return <SelectField {...around} options={options} />
    }
    case 'area':
      return <TextArea {...around} rows={3} />
    case 'dollars':
      return <TextField {...around} inputMode="decimal" />
    default:
      return <TextField {...around} type={kind ?? 'text'} />
  }
}

type ChecksProps = {
  field: VerbField
  options: readonly (readonly [string, string])[]
  given: SubmittedFields
  errors: readonly string[] | undefined
}

function Checks({ field: { name, label }, options, given, errors }: ChecksProps) {
  return (
    <fieldset className="grid min-w-0 gap-1" aria-describedby={errors && `${name}-error`}>
      <legend>{label}</legend>
      {options.map(([value, words]) => (
        <CheckField
          key={value}
          label={words}
          name={name}
          value={value}
          defaultChecked={[given[name]].flat().includes(value)}
        />
      ))}
      {errors && (
        <span id={`${name}-error`} className="con-error">
          <Shape kind="over" />
          <span>{errors[0]}</span>
        </span>
      )}
    </fieldset>
  )
}

function DealerFields({ sheet, given, errors, found: { typed, dealers } }: Around & { found: FoundDealers }) {
  const field = deskFieldsOf(given, errors)
  return (
    <>
      <TextField
        form={dealerSearchForm}
        label="Find a dealer by name, city, ZIP code or license number"
        name="dealer"
        type="search"
        defaultValue={typed}
      />
      <Verb form={dealerSearchForm} look="quiet">
        Find
      </Verb>
      {typed && dealers.length === 0 && <p role="status">No dealer on the federal list matches that.</p>}
      {dealers.length > 0 ? (
        <fieldset className="grid min-w-0 gap-1">
          <legend>Dealers found</legend>
          {dealers.map(({ key, words }) => (
            <CheckField
              key={key}
              type="radio"
              label={words}
              name="license"
              value={key}
              defaultChecked={dealers.length === 1}
            />
          ))}
          {errors.license && <span className="con-error">Choose a dealer</span>}
        </fieldset>
      ) : (
        <TextField label="License number on the federal list" {...field('license', sheet.dealer?.key)} />
      )}
    </>
  )
}

type MailPreviewProps = {
  to: string
  subject: string
  /** The body's text, or an element that draws it. What was filled in is set in `<b>`. */
  children: ReactNode
}

const line = 'flex gap-3 border-b border-hairline px-3 py-1.5'

function MailPreview({ to, subject, children }: MailPreviewProps) {
  return (
    <section className="rounded-control border border-control" aria-label="Mail preview">
      <dl>
        <div className={line}>
          <dt className="flex-none text-faint">To</dt>
          <dd>{to}</dd>
        </div>
        <div className={line}>
          <dt className="flex-none text-faint">Re</dt>
          <dd>{subject}</dd>
        </div>
      </dl>
      <div className="px-3 py-2 whitespace-pre-wrap text-muted [&_:is(b,strong)]:font-medium [&_:is(b,strong)]:text-ink">
        {children}
      </div>
    </section>
  )
}
