import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { deskFieldsOf, SelectField, TextArea, TextField } from '#app/features/console/components/fields.tsx'
import { FileField } from '#app/features/console/components/file-field.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import { specialTaxClasses, specialTaxYearEndsAt } from '#app/features/dealers/rules/dealer-file.ts'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import type { FileVerb } from '../flows.server.ts'
import type { ShownFile } from '../store/dealers.server.ts'

type Props = {
  /** That of the form that uploads a copy: sent twice, it stores one. */
  formKey: string
  file: ShownFile
  refused: { verb: string; errors: FieldErrors; given: SubmittedFields } | undefined
}

export function FileForms({ formKey, file, refused }: Props) {
  const typedIn = (verb: FileVerb) => {
    const { given, errors } = refused?.verb === verb ? refused : { given: {}, errors: {} }
    return deskFieldsOf(given, errors)
  }
  /** What was typed stays when it is refused; where the file says something else by now, that is beside it. */
  const fieldOf = (verb: FileVerb, name: string, stored = '') => {
    const field = typedIn(verb)(name, stored)
    const isOther = refused?.errors.form !== undefined && stored !== '' && field.defaultValue !== stored
    return { ...field, ...(isOther && { hint: `In the file now: ${stored}` }) }
  }
  const { file: facts } = file
  return (
    <>
      <Section item={3} title="License copy and eZ Check">
        <UploadForm
          formKey={formKey}
          key={file.copies.length}
          errors={refused?.verb === 'upload' ? refused.errors.license : undefined}
        />
        <FileForm file={file} verb="copy" label="Accept a license copy" button="Accept copy">
          <SelectField
            label="Copy"
            {...typedIn('copy')('file', file.copyFile)}
            options={[
              ['', 'Seen on paper, not uploaded'],
              ...file.copies.map((copy) => [copy.file, copy.words] as const),
            ]}
          />
          <TextField
            label="Last day of the license, as the copy says"
            type="date"
            required
            {...fieldOf('copy', 'expiresOn', facts.licenseExpiresOn ?? '')}
          />
        </FileForm>
        <FileForm file={file} verb="ez-check" label="Record an eZ Check" button="Record eZ Check">
          <TextField
            label="Day of the eZ Check"
            type="date"
            required
            max={file.today}
            hint="License number, last day and premises are those of the copy. It counts for 30 days."
            {...typedIn('ez-check')('onDay', file.today)}
          />
        </FileForm>
      </Section>
      <Section item={4} title="Special tax (SOT)">
        <FileForm file={file} verb="tax" label="Record the special tax" button="Save special tax">
          <SelectField
            label="Class"
            {...fieldOf('tax', 'taxClass', facts.specialTaxClass ?? '3')}
            options={specialTaxClasses.map((each) => [each, taxClassWords[each]] as const)}
          />
          <TextField
            label="Tax year ends June 30 of"
            type="number"
            required
            {...fieldOf(
              'tax',
              'yearEnds',
              String(facts.specialTaxYearEnds ?? specialTaxYearEndsAt(file.today)),
            )}
          />
          <TextField
            label="Day on which a copy of the stamp was seen"
            type="date"
            max={file.today}
            {...fieldOf('tax', 'copyOn', facts.specialTaxCopyOn ?? '')}
          />
        </FileForm>
      </Section>
      <Section item={5} title="Terms and notes">
        <FileForm file={file} verb="terms" label="Transfer fee and notes" button="Save">
          <TextField
            label="Transfer fee in dollars"
            inputMode="decimal"
            {...fieldOf('terms', 'fee', file.feeCents === null ? '' : (file.feeCents / 100).toFixed(2))}
          />
          <TextArea label="Notes, for staff only" rows={3} {...fieldOf('terms', 'notes', file.notes)} />
        </FileForm>
        <FileForm file={file} verb="email" label="Confirmed email address" button="Save address">
          <TextField
            label="Email, confirmed by the license copy or a call"
            type="email"
            hint={
              file.emailConfirmedBy
                ? `Confirmed by ${file.emailConfirmedBy}`
                : 'Empty: no mail goes out by itself'
            }
            {...fieldOf('email', 'email', file.email ?? '')}
          />
        </FileForm>
      </Section>
      <Section item={6} title="Block">
        {facts.blockedReason === null ? (
          <FileForm file={file} verb="block" label="Block this dealer" button="Block dealer" look="stop">
            <TextField
              label="Reason"
              required
              maxLength={300}
              hint="Nobody can choose a blocked dealer, and what is on its way there stops at its next form."
              {...fieldOf('block', 'reason')}
            />
          </FileForm>
        ) : (
          <FileForm file={file} verb="unblock" label="Unblock this dealer" button="Unblock dealer">
            <p>
              {facts.blockedReason} ({file.blockedBy})
            </p>
          </FileForm>
        )}
      </Section>
    </>
  )
}

function UploadForm({ formKey, errors }: { formKey: string; errors: readonly string[] | undefined }) {
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      className="mb-3 grid gap-2"
      aria-label="Upload a license copy"
      noValidate
    >
      <input type="hidden" name="key" value={formKey} autoComplete="off" />
      <FileField
        label="Copy that came by mail or email"
        name="license"
        accept="application/pdf,image/jpeg,image/png,.pdf,.jpg,.jpeg,.png"
        hint="PDF, JPG or PNG, up to 5 MB. Then accept it below, with its last day."
        errors={errors}
      />
      <span>
        <Verb small busyWords="Uploading...">
          Upload copy
        </Verb>
      </span>
    </Form>
  )
}

const taxClassWords = { '1': '1, importer', '2': '2, manufacturer', '3': '3, dealer' } as const

type FormProps = {
  file: ShownFile
  verb: FileVerb
  label: string
  button: string
  look?: 'primary' | 'stop'
  children: ReactNode
}

function FileForm({ file, verb, label, button, look, children }: FormProps) {
  return (
    <Form method="post" className="mb-3 grid gap-2" aria-label={label} noValidate>
      <input type="hidden" name="verb" value={verb} />
      <input type="hidden" name="revision" value={file.revision} />
      {children}
      <span>
        <Verb small {...(look && { look })} busyWords="Saving...">
          {button}
        </Verb>
      </span>
    </Form>
  )
}
