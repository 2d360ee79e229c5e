import { Form, Link } from 'react-router'
import type { Transferee } from '#app/features/reservations/rules/agreement.ts'
import { transfereeWords } from '#app/features/reservations/words.ts'
import { heldProof } from '#app/http/proof-marks.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField, RadioGroup } from '#app/ui/choice-field.tsx'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { LinkedText } from '#app/ui/linked-text.tsx'
import { type BuildState, slotProof } from '../rules/decision.ts'
import { decisionWords } from '../words/decision.ts'

type Props = {
  path: string
  state: BuildState
  buildCode: string
  revision: number
  note: string
  rows: { term: string; value: string }[]
  parts: { name: string; price: string }[]
  terms: readonly string[]
  sentence: string
  asksTransferee: boolean
  startKey: string
  refusal: string | undefined
}

const { page } = decisionWords

const leads: Partial<Record<BuildState, string>> = {
  offered: page.lead,
  accepted: page.accepted,
  reserved: page.reserved,
  turned_down: page.turnedDown,
  expired: page.expired,
}

/** The price of an approved build: what it is, its parts, what is due when, and the answer. */
export function AgreementPage(props: Props) {
  const { state, buildCode, note, rows, parts, terms, sentence, refusal } = props
  return (
    <div className="wrap grid items-start gap-x-16 gap-y-10 py-section lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
      <section className="grid gap-6" aria-labelledby="price">
        <h1 className="h1" id="price">
          {page.title}
        </h1>
        <p className="lead">{leads[state]}</p>
        {note && <p className="whitespace-pre-line">{note}</p>}
        <DefinitionList items={rows} />
        <h2 className="h3">
          Parts of build{' '}
          <Link className="link" to={`/builds/${buildCode}`}>
            {buildCode}
          </Link>
        </h2>
        <DefinitionList items={parts.map(({ name, price }) => ({ term: name, value: price }))} />
      </section>
      <section className="panel p-panel grid gap-5" aria-labelledby="answer">
        <h2 className="h3" id="answer">
          What you agree to
        </h2>
        <ul className="grid list-disc gap-2 pl-5 text-sm text-muted">
          {terms.map((term) => (
            <li key={term}>{term}</li>
          ))}
        </ul>
        <h3 className="h4">What is next</h3>
        <ol className="grid list-decimal gap-2 pl-5 text-sm text-muted">
          {page.next.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        {refusal && (
          <p className="field-error" role="alert">
            <LinkedText text={refusal} />
          </p>
        )}
        {(state === 'offered' || state === 'accepted') && <Answer {...props} />}
        {state === 'reserved' && <p>{sentence}</p>}
      </section>
    </div>
  )
}

function Answer({ path, state, revision, sentence, asksTransferee, startKey }: Props) {
  const isAccepted = state === 'accepted'
  return (
    <>
      <Form method="post" action={path} className="grid gap-5" {...heldProof(slotProof)}>
        <input type="hidden" name="revision" value={revision} autoComplete="off" />
        <input type="hidden" name="key" value={startKey} autoComplete="off" />
        {!isAccepted && asksTransferee && (
          <RadioGroup
            name="transferee"
            id="transferee"
            label={page.transferee}
            required
            options={(Object.entries(transfereeWords) as [Transferee, string][]).map(([value, label]) => ({
              value,
              label,
            }))}
          />
        )}
        {isAccepted ? (
          <p>{sentence}</p>
        ) : (
          <CheckboxField name="accept" id="accept" value="yes" label={sentence} required />
        )}
        <Button variant="primary" block busyLabel="Holding">
          {isAccepted ? page.pay : page.accept}
        </Button>
      </Form>
      <Form method="post" action={path}>
        <input type="hidden" name="revision" value={revision} autoComplete="off" />
        <Button name="answer" value="no" block busyLabel="Saving">
          {page.decline}
        </Button>
      </Form>
    </>
  )
}
