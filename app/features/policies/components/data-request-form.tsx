import { Form, Link } from 'react-router'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { humanProof } from '#app/http/proof-marks.ts'
import { trapField } from '#app/http/sender-fields.ts'
import { Button } from '#app/ui/button.tsx'
import { RadioGroup } from '#app/ui/choice-field.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { EmailField, TextAreaField, TextField } from '#app/ui/field.tsx'
import { TrapField } from '#app/ui/trap-field.tsx'
import { requestKinds, requestPath, requestProof } from '../rules.ts'
import { kindWords, requestWords } from '../words.ts'

type Props = {
  /** The form has just been sent: what is said is the same whether or not we know the address. */
  isRequested: boolean
  errors: FieldErrors
  given: SubmittedFields
}

/** The data request form, or what comes after it. */
export function DataRequestForm({ isRequested, errors, given }: Props) {
  if (isRequested) return <RequestSent />
  return <RequestForm errors={errors} given={given} />
}

function RequestForm({ errors, given }: Omit<Props, 'isRequested'>) {
  return (
    <>
      <p className="lead">{requestWords.lead}</p>
      <Form
        method="post"
        action={requestPath}
        noValidate
        {...humanProof(requestProof)}
        className="panel p-panel mt-6 grid gap-6"
      >
        <ErrorSummary errors={errors} ids={{ form: 'request' }} />
        <RadioGroup
          name="kind"
          id="kind"
          label="What would you like us to do?"
          required
          defaultValue={typedIn(given, 'kind') || undefined}
          error={errors.kind}
          options={requestKinds.map((kind) => ({
            value: kind,
            label: kindWords[kind].label,
            hint: kindWords[kind].hint,
          }))}
        />
        <div className="grid gap-x-4 gap-y-6 lg:grid-cols-2">
          <EmailField name="email" id="email" defaultValue={typedIn(given, 'email')} error={errors.email} />
          <TextField
            name="order"
            id="order"
            label={
              <>
                Order code <span>(optional)</span>
              </>
            }
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={24}
            defaultValue={typedIn(given, 'order')}
            error={errors.order}
          />
        </div>
        <TextAreaField
          name="details"
          id="details"
          label={
            <>
              Details <span>(required for a correction)</span>
            </>
          }
          rows={4}
          maxLength={2_000}
          defaultValue={typedIn(given, 'details')}
          error={errors.details}
        />
        <TrapField name={trapField} />
        <div>
          <Button variant="primary" busyLabel={requestWords.sending}>
            {requestWords.send}
          </Button>
        </div>
      </Form>
    </>
  )
}

/** The address leads to it, with the focus. */
function RequestSent() {
  const { title, text, again } = requestWords.sent
  return (
    <div id="requested" role="status" tabIndex={-1} className="panel p-panel mt-6 grid gap-6">
      <p className="h3">{title}</p>
      <p>{text}</p>
      <p>
        <Link className="link" to="/privacy#request">
          {again}
        </Link>
      </p>
    </div>
  )
}
