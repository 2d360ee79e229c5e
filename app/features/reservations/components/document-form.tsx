import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { Button } from '#app/ui/button.tsx'
import { RadioGroup } from '#app/ui/choice-field.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { FileField } from '#app/ui/file-field.tsx'
import { documentFormWords } from '../words/documents.ts'
import type { ShownRequest } from './documents-page.tsx'

type Props = {
  kinds: readonly ShownRequest[]
  errors: FieldErrors
  given: SubmittedFields
  isSent: boolean
}

export function DocumentForm({ kinds, errors, given, isSent }: Props) {
  const next = kinds.find(({ state }) => state === 'missing') ?? kinds[0]
  const chosen = typeof given.kind === 'string' ? given.kind : next?.kind
  return (
    <form
      method="post"
      encType="multipart/form-data"
      id="document-form"
      className="grid min-w-0 content-start gap-6"
      noValidate
    >
      <ErrorSummary errors={errors} title={documentFormWords.check} ids={{ form: 'document-form' }} />
      <h2 className="h3 border-b border-hairline pb-3">{documentFormWords.title}</h2>
      {kinds.length === 1 && next ? (
        <>
          <input type="hidden" name="kind" value={next.kind} />
          <p>
            <b className="font-medium">{next.name}</b>
            <br />
            <span className="text-sm text-muted">{next.hint}</span>
          </p>
        </>
      ) : (
        <RadioGroup
          name="kind"
          id="kind"
          label={documentFormWords.kind}
          error={errors.kind}
          defaultValue={chosen}
          options={kinds.map(({ kind, name, hint, state }) => ({
            value: kind,
            label: state === 'missing' ? name : `${name} (${documentFormWords[state]})`,
            hint,
          }))}
        />
      )}
      <FileField
        name="file"
        id="file"
        label={documentFormWords.file}
        accept="application/pdf,image/jpeg,image/png,image/heic,.pdf,.jpg,.jpeg,.png,.heic"
        error={errors.file}
        hint={documentFormWords.hint}
      />
      <div className="grid gap-3">
        <span>
          <Button variant="primary" busyLabel={documentFormWords.sending}>
            {documentFormWords.send}
          </Button>
        </span>
        {isSent && (
          <p className="text-sm text-muted" role="status">
            {documentFormWords.sent}
          </p>
        )}
      </div>
    </form>
  )
}
