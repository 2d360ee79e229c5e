import { Form } from 'react-router'
import { AskedField, CheckField, deskFieldsOf, TextField } from '#app/features/console/components/fields.tsx'
import { Shape } from '#app/features/console/components/shape.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import type { loader } from '../routes/order.tsx'
import { ordersPath } from '../rules/query.ts'
import type { ShownField, ShownMail, ShownVerb } from '../verbs.server.ts'

const dealerSearchForm = 'find-dealer'

type Loaded = Awaited<ReturnType<typeof loader>>

type VerbFormProps = Pick<Loaded, 'formKey' | 'sheet' | 'found' | 'mails'> & {
  verb: ShownVerb
  errors: FieldErrors
  given: SubmittedFields
  isRequested: boolean
}

/** The key of the form: a verb that sends a mail sends one, however often it is pressed. */
export function VerbForm(props: VerbFormProps) {
  const { formKey, sheet, verb, errors, given, mails, isRequested, found } = props
  const isRefused = errors.since !== undefined || errors.form !== undefined
  const isOfDealer = verb.name === 'set_dealer'
  return (
    <>
      {isOfDealer && (
        <Form id={dealerSearchForm} role="search" aria-label="Dealers">
          <input type="hidden" name="do" value={verb.name} />
        </Form>
      )}
      <Form method="post" className="grid grid-cols-1 gap-2" aria-label={verb.label} noValidate>
        <input type="hidden" name="verb" value={verb.name} />
        <input type="hidden" name="key" value={formKey} autoComplete="off" />
        <input type="hidden" name="revision" value={sheet.revision} />
        {isRefused && (
          <div role="alert">
            {errors.since && (
              <>
                <Status kind="review">This order has changed since you loaded it:</Status>
                <ul>
                  {errors.since.map((sentence) => (
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
        {verb.lead && <p className="text-muted">{verb.lead}</p>}
        {isOfDealer && <DealerFields given={given} errors={errors} found={found} />}
        {verb.fields.map((field) => (
          <FieldOfVerb key={field.name} field={field} given={given} errors={errors} />
        ))}
        {/* Above the mails, which may be long: a form that opens shows its buttons. */}
        <span className="flex flex-wrap gap-2">
          <Verb look={verb.isStop ? 'stop' : 'primary'} busyWords="Working...">
            {verb.button}
          </Verb>
          {verb.mails && (
            <Verb look="quiet" name="preview" value="yes">
              Preview the email
            </Verb>
          )}
          <VerbLink look="quiet" to={`${ordersPath}/${sheet.order.id}`} data-back="">
            Close
          </VerbLink>
        </span>
        <div className="grid gap-2" data-focus={isRequested && !isRefused ? '' : undefined}>
          {mails.map((mail) => (
            <MailPreview key={mail.to + mail.subject} {...mail} />
          ))}
          {isRequested && !isRefused && mails.length === 0 && <p role="status">No email follows at once.</p>}
        </div>
      </Form>
    </>
  )
}

type Filled = { given: SubmittedFields; errors: FieldErrors }

function FieldOfVerb({ field, given, errors }: Filled & { field: ShownField }) {
  const { usual, isSeveral, ...asked } = field
  const { name, options = [] } = asked
  if (isSeveral) return <Checks field={field} given={given} errors={errors} />
  if (name === 'position' && options.length === 1)
    return <input type="hidden" name={name} value={options[0]?.[0]} />
  return <AskedField {...asked} {...deskFieldsOf(given, errors)(name, usual)} />
}

function Checks({ field: { name, label, options = [] }, given, errors }: Filled & { field: ShownField }) {
  const wrong = errors[name]
  return (
    <fieldset className="grid min-w-0 gap-1" aria-describedby={wrong && `${name}-error`}>
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
      {wrong && (
        <span id={`${name}-error`} className="con-error">
          <Shape kind="over" />
          <span>{wrong[0]}</span>
        </span>
      )}
    </fieldset>
  )
}

function DealerFields({
  given,
  errors,
  found: { typed, key, dealers },
}: Filled & { found: Loaded['found'] }) {
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
          {dealers.map((dealer) => (
            <CheckField
              key={dealer.key}
              type="radio"
              label={dealer.words}
              name="license"
              value={dealer.key}
              defaultChecked={dealers.length === 1}
            />
          ))}
          {errors.license && <span className="con-error">Choose a dealer</span>}
        </fieldset>
      ) : (
        <TextField
          label="License number on the federal list"
          {...deskFieldsOf(given, errors)('license', key)}
        />
      )}
    </>
  )
}

const line = 'flex gap-3 border-b border-hairline px-3 py-1.5'

function MailPreview({ to, subject, text }: ShownMail) {
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
      <div className="px-3 py-2 whitespace-pre-wrap text-muted">{text}</div>
    </section>
  )
}
