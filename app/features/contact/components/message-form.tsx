import { Form } from 'react-router'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { fieldsOf, typedIn } from '#app/http/submitted-fields.ts'
import { humanProof } from '#app/http/proof-marks.ts'
import { madeAtField, trapField } from '#app/http/sender-fields.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { EmailField, SelectField, TextAreaField, TextField } from '#app/ui/field.tsx'
import { TrapField } from '#app/ui/trap-field.tsx'
import { type MessageKind, subjects } from '../rules.ts'
import { contactWords, subjectWords } from '../words.ts'

type Props = {
  kind: MessageKind
  path: string
  /** Names this rendering of the form: sent twice, it is one message. */
  formKey: string
  /** When the server first rendered it. A refused form keeps that time, because its writer has already waited. */
  madeAt: string
  given: SubmittedFields
  errors: FieldErrors
}

const pair = 'grid gap-6 sm:grid-cols-2'

export function MessageForm({ kind, path, formKey, madeAt, given, errors }: Props) {
  const field = fieldsOf({ given, errors })
  const words = kind === 'quote' ? contactWords.quote : contactWords.form
  return (
    <Form
      method="post"
      action={path}
      noValidate
      {...humanProof('contact')}
      data-draft={path}
      id="write"
      className="panel p-panel grid min-w-0 scroll-mt-24 gap-6"
      aria-label={words.title}
    >
      {/* Browsers bring typed values back after a reload; an old key must not come back with them. */}
      <input type="hidden" name="formKey" value={formKey} autoComplete="off" />
      <input
        type="hidden"
        name={madeAtField}
        value={typedIn(given, madeAtField) || madeAt}
        autoComplete="off"
      />
      <TrapField name={trapField} />
      <ErrorSummary errors={errors} ids={{ form: 'write' }} />
      {kind === 'quote' && (
        <TextField {...field('item')} label={contactWords.quote.item} required maxLength={160} />
      )}
      <div className={pair}>
        <TextField
          {...field('firstName')}
          label="First name"
          autoComplete="given-name"
          required
          maxLength={80}
        />
        <TextField
          {...field('lastName')}
          label={
            <>
              Last name <span>(optional)</span>
            </>
          }
          autoComplete="family-name"
          maxLength={80}
        />
      </div>
      <div className={kind === 'quote' ? undefined : pair}>
        <EmailField {...field('email')} />
        {kind === 'message' && (
          <SelectField
            {...field('subject')}
            label="Subject"
            required
            placeholder="Choose one"
            options={subjects.map((value) => ({ value, label: subjectWords[value] }))}
          />
        )}
      </div>
      <TextAreaField
        {...field('message')}
        label="Message"
        className="[&_textarea]:min-h-[11.5rem]"
        rows={7}
        required
        maxLength={4_000}
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Button variant="primary" className="max-lg:w-full" busyLabel={contactWords.form.sending}>
          {words.send}
        </Button>
        <p className="flex-[1_1_24ch] text-sm text-faint">
          We use your details to answer you and delete them after two years.
        </p>
      </div>
    </Form>
  )
}
