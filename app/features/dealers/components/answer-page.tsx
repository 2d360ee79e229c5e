import { Form } from 'react-router'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { fieldsOf, typedIn } from '#app/http/submitted-fields.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField, RadioGroup } from '#app/ui/choice-field.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextAreaField, TextField } from '#app/ui/field.tsx'
import { FileField } from '#app/ui/file-field.tsx'
import { LinkedText } from '#app/ui/linked-text.tsx'
import type { FirearmSheet } from '../rules/firearm-sheet.ts'
import { answeredWords, firearmFacts, shippingTermsWords, wordsFor } from '../words.ts'

type Props = {
  orderId: string
  /** The dealer and the buyer; both empty while it is not confirmed that the dealer reads the page. */
  dealer: string
  buyer: string
  /** The firearms to be received. */
  firearms: readonly FirearmSheet[]
  /** The licensee who makes and sells it. */
  maker: string
  seller: readonly { term: string; value: string }[]
  /** The day by which an answer is awaited. */
  until: string
  /** Why nothing can be answered any more; empty while it can. */
  over: string
  answered: 'accepted' | 'declined' | null
  given: SubmittedFields
  errors: FieldErrors
  /** How many copies of the license we have from them. */
  uploadCount: number
}

/** The question to the dealer, and the form for the answer. */
export function AnswerPage(props: Props) {
  const { orderId, dealer, buyer, maker, seller, firearms, until, over, answered } = props
  return (
    <section className="wrap grid gap-12 pt-8 pb-24" aria-labelledby="answer-title" data-page-theme="noir">
      <header className="grid max-w-[760px] gap-4">
        <h1 className="h1" id="answer-title">
          {answered ? answeredWords[answered].title : 'Will you take this transfer?'}
        </h1>
        <p className="lead wrap-anywhere">
          {answered
            ? answeredWords[answered].text
            : `${buyer || 'A customer of ours'} has chosen ${dealer || 'your shop'} for the transfer of a firearm we’re building. Please answer by ${until}.`}
        </p>
      </header>
      <div className="grid items-start gap-16 lg:grid-cols-[1.15fr_1fr]">
        <div className="grid min-w-0 gap-6">
          <h2 className="h3 border-b border-hairline pb-3">About the transfer</h2>
          <dl className="facts">
            {firearms.flatMap((sheet) =>
              firearmFacts(sheet, maker).map(({ label, value }) => (
                <Line key={`${sheet.name} ${label}`} term={label} value={value} />
              )),
            )}
            {seller.map(({ term, value }) => (
              <Line key={term} term={term} value={value} />
            ))}
            <Line term="Our order" value={orderId} />
            <Line term="Buyer" value={buyer} />
          </dl>
          <p className="max-w-text text-sm text-faint">{shippingTermsWords[wordsFor(firearms)]}</p>
        </div>
        {over && answered !== 'declined' ? (
          <p className="lead">
            <LinkedText text={over} />
          </p>
        ) : (
          !over && <AnswerForm key={`${answered} ${props.uploadCount}`} {...props} />
        )}
      </div>
    </section>
  )
}

function Line({ term, value }: { term: string; value: string }) {
  return value ? (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  ) : null
}

function AnswerForm({ answered, firearms, given, errors, uploadCount }: Props) {
  const field = fieldsOf({ given, errors })
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      id="answer-form"
      className="group/answer grid min-w-0 gap-6"
      noValidate
    >
      <ErrorSummary errors={errors} title="Please check the form" ids={{ form: 'answer-form' }} />
      <h2 className="h3 border-b border-hairline pb-3">{answered ? 'Change your answer' : 'Your answer'}</h2>
      <RadioGroup
        name="answer"
        id="answer"
        label="Will you take it?"
        required
        error={errors.answer}
        defaultValue={typedIn(given, 'answer')}
        options={[
          { value: 'accept', label: 'Yes, we’ll take the transfer' },
          { value: 'decline', label: 'No, we can’t take it' },
        ]}
      />
      <TextField {...field('answeredBy')} label="Your name" autoComplete="name" maxLength={120} required />
      {/* Each answer asks for its own fields. */}
      <div className="grid gap-6 group-has-[[value=decline]:checked]/answer:hidden">
        <TextField
          {...field('fee')}
          label="Your transfer fee in dollars"
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          required
          hint="What the buyer pays you. Enter 0 if there’s no fee."
        />
        <TextAreaField
          {...field('hours')}
          label="Your hours"
          rows={3}
          maxLength={300}
          required
          hint="When the buyer can pick up, for example Tue to Sat 10 to 6."
        />
        <LicenseField error={errors.license} uploadCount={uploadCount} />
        {wordsFor(firearms) === 'nfa' && (
          <CheckboxField
            name="nfa"
            id="nfa"
            value="yes"
            label="We’re a current SOT and can receive NFA items. We’ll send you a copy of our tax stamp."
            defaultChecked={typedIn(given, 'nfa') === 'yes'}
          />
        )}
      </div>
      <div className="grid gap-6 group-has-[[value=accept]:checked]/answer:hidden">
        <TextAreaField
          {...field('reason')}
          label={
            <>
              Why not <span>(optional, for us only)</span>
            </>
          }
          rows={2}
          maxLength={500}
        />
      </div>
      <div>
        <Button variant="primary" busyLabel="Sending...">
          Send answer
        </Button>
      </div>
    </Form>
  )
}

function LicenseField({ error, uploadCount }: { error: readonly string[] | undefined; uploadCount: number }) {
  const hint = uploadCount
    ? `We have ${uploadCount === 1 ? 'a copy' : `${uploadCount} copies`} from you. You can add a newer one. PDF, JPG or PNG, up to 5 MB.`
    : 'A signed copy as a PDF, JPG or PNG, up to 5 MB. Only we see it, never the buyer. You can send it later.'
  return (
    <FileField
      name="license"
      id="license"
      label={
        <>
          Copy of your license <span>(optional now)</span>
        </>
      }
      hint={hint}
      error={error}
      accept="application/pdf,image/jpeg,image/png"
    />
  )
}
