import { useEffect, useRef, useState } from 'react'
import { Form, useNavigation, useRevalidator } from 'react-router'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { sendWithProgress } from '#app/http/send-with-progress.ts'
import { Button } from '#app/ui/button.tsx'
import { RadioGroup } from '#app/ui/choice-field.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { FileField } from '#app/ui/file-field.tsx'
import { showsOwnError } from '#app/ui/offline-forms.ts'
import { Progress } from '#app/ui/progress.tsx'
import { documentLimits } from '../rules/documents.ts'
import { documentFormWords, documentsPath } from '../words/documents.ts'
import type { ShownRequest } from './documents-page.tsx'

type Props = {
  orderId: string
  kinds: readonly ShownRequest[]
  errors: FieldErrors
  given: SubmittedFields
}

type Answer = { ok: true } | { ok: false; errors: FieldErrors }
type Sending = { step: 'idle' | 'checking' | 'sent' } | { step: 'sending'; share: number }

/** Sends one document. With script it says how much has left; without, the browser does. */
export function DocumentForm({ orderId, kinds, errors, given }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const { sending, refused, send } = useSending(orderId, () => form.current?.reset())
  const isBusy = useNavigation().state !== 'idle' || sending.step === 'sending' || sending.step === 'checking'
  const shown = refused ?? errors
  const next = kinds.find(({ state }) => state === 'missing') ?? kinds[0]
  const chosen = typeof given.kind === 'string' ? given.kind : next?.kind
  return (
    <Form
      ref={form}
      method="post"
      encType="multipart/form-data"
      id="document-form"
      className="grid min-w-0 content-start gap-6"
      noValidate
      {...showsOwnError}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void send(new FormData(event.currentTarget))
      }}
    >
      <ErrorSummary errors={shown} title={documentFormWords.check} ids={{ form: 'document-form' }} />
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
        // Another one is next once this one was sent.
        <RadioGroup
          key={next?.kind}
          name="kind"
          id="kind"
          label={documentFormWords.kind}
          error={shown.kind}
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
        error={shown.file}
        hint={documentFormWords.hint}
      />
      <div className="grid gap-3">
        <span>
          <Button variant="primary" busyLabel={documentFormWords.sending}>
            {documentFormWords.send}
          </Button>
        </span>
        {sending.step === 'sending' && (
          <Progress value={sending.share} max={1} label={documentFormWords.progress} />
        )}
        <p className="text-sm text-muted" role="status">
          {sending.step === 'checking' && documentFormWords.checking}
          {sending.step === 'sent' && documentFormWords.sent}
        </p>
      </div>
    </Form>
  )
}

/** Sends the form, and watches it until it is answered. `onSent` comes before the page is read again. */
function useSending(orderId: string, onSent: () => void) {
  const [sending, setSending] = useState<Sending>({ step: 'idle' })
  const [refused, setRefused] = useState<FieldErrors>()
  const { revalidate } = useRevalidator()
  const request = useRef<AbortController>(null)
  useEffect(() => () => request.current?.abort(), [])

  function refuse(errors: FieldErrors) {
    setRefused(errors)
    setSending({ step: 'idle' })
  }

  async function send(form: FormData): Promise<void> {
    const file = form.get('file')
    // Too much is said before it is sent, and nothing at all is not sent.
    if (!(file instanceof File) || file.size === 0) return refuse({ file: [documentFormWords.choose] })
    if (file.size > documentLimits.maxBytes) return refuse({ file: [documentFormWords.tooLarge] })
    const sent = new AbortController()
    request.current = sent
    setRefused({})
    setSending({ step: 'sending', share: 0 })
    const answer = await sendWithProgress<Answer>(`${documentsPath(orderId)}/file`, form, {
      onProgress: (share) => setSending(share < 1 ? { step: 'sending', share } : { step: 'checking' }),
      signal: sent.signal,
    })
    if (!answer) return refuse({ form: [documentFormWords.lost] })
    if (!answer.ok) return refuse(answer.errors)
    onSent()
    setSending({ step: 'sent' })
    await revalidate()
  }

  return { sending, refused, send }
}
