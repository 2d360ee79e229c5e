import { Form, Link } from 'react-router'
import { states } from '#app/features/compliance/rules.ts'
import { servedWords } from '#app/features/compliance/words.ts'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { fieldsOf } from '#app/http/submitted-fields.ts'
import { madeAtField, trapField } from '#app/http/sender-fields.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/choice-field.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { EmailField, PhoneField, SelectField, TextField } from '#app/ui/field.tsx'
import { TrapField } from '#app/ui/trap-field.tsx'
import { buildPath, buildQuery } from '../rules/build-address.ts'
import { chosenParts } from '../rules.ts'
import { buildForDrawing, classifyBuild } from '../rules/build-class.ts'
import type { BuildFault } from '../rules/buildable.ts'
import type { toSelectionView } from '../routes/build-view.server.ts'
import { showingSentence } from '../rules/showing.ts'
import { configuratorWords, faultWords, savedWords } from '../words.ts'
import { showingWords } from '../words/showing.ts'
import { submitWords } from '../words/submission.ts'
import { finishIn, isStandard } from '../rules/finishes.ts'
import { BuildDrawing } from './build-drawing.tsx'
import { BuildFields } from './build-form.tsx'
import { BuildParts } from './build-parts.tsx'
import { ClassStatement } from './class-statement.tsx'
import { TypedBefore } from '#app/ui/typed-before.tsx'
import { humanProof } from '#app/http/proof-marks.ts'

type StateNotice = { state: string; notice: string }

type Props = {
  build: ReturnType<typeof toSelectionView>
  /** The slot of this build earns a free trust pack. */
  earnsPack: boolean
  /** The fields were filled in with what this browser typed before. */
  isTyped: boolean
  /** What the rules of states say of it; states that restrict nothing are left out. */
  notices: readonly StateNotice[]
  formKey: string
  madeAt: string
  errors: FieldErrors
  given: SubmittedFields
}

/** The build and the form that submits it. */
export function SubmitPage({ build, errors, ...form }: Props) {
  const { selection, catalog, platformName, price, missing, faults } = build
  const buildClass = classifyBuild(buildForDrawing(selection, catalog), chosenParts(selection, catalog))
  return (
    <div className="wrap grid grid-cols-1 items-start gap-x-16 gap-y-10 py-section lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
      <div>
        <h1 className="h1">{submitWords.title}</h1>
        <p className="mt-4 text-muted">
          <ClassStatement buildClass={buildClass} />
        </p>
        <p className="lead mt-4">{submitWords.lead}</p>
        {missing > 0 && <p className="my-3 text-hold">{configuratorWords.missing(missing)}</p>}
        <figure className="my-7">
          <BuildDrawing selection={selection} catalog={catalog} widthPx={620} />
          <figcaption className="text-sm text-faint">{savedWords.illustration}</figcaption>
        </figure>
        <BuildParts
          platformName={platformName}
          price={price}
          selection={selection}
          caption={configuratorWords.yourBuild}
        />
        {!isStandard(finishIn(selection)) && (
          <p className="mt-3 text-hold">{submitWords.finishOpen(finishIn(selection).name)}</p>
        )}
        <p className="mt-4 text-sm">
          <Link className="link" to={`${buildPath(selection)}#configurator`}>
            {submitWords.back}
          </Link>
        </p>
      </div>
      {faults.length > 0 ? (
        <NotYet faults={faults} />
      ) : (
        <SubmitForm {...form} build={build} errors={errors} />
      )}
    </div>
  )
}

function NotYet({ faults }: { faults: readonly BuildFault[] }) {
  return (
    <section className="panel p-panel grid gap-3" aria-labelledby="not-yet">
      <h2 className="h3" id="not-yet">
        {submitWords.notYet}
      </h2>
      {faults.map((fault) => (
        <p key={faultWords(fault)}>{faultWords(fault)}</p>
      ))}
    </section>
  )
}

function SubmitForm({ build, earnsPack, isTyped, notices, formKey, madeAt, errors, given }: Props) {
  // Includes the build, so that the page can be reloaded after a refusal.
  const path = `/build/submit?${buildQuery(build.selection)}`
  const field = fieldsOf({ given, errors })
  return (
    <>
      {isTyped && <TypedBefore back={path} />}
      <Form
        method="post"
        action={path}
        {...humanProof('submit')}
        id="submit"
        className="panel p-panel grid gap-5"
        aria-label={submitWords.title}
      >
        <BuildFields selection={build.selection} />
        <input type="hidden" name="shownCents" value={build.price.totalCents} autoComplete="off" />
        <input type="hidden" name="formKey" value={formKey} autoComplete="off" />
        <input type="hidden" name={madeAtField} value={madeAt} autoComplete="off" />
        <TrapField name={trapField} />
        <ErrorSummary errors={errors} ids={{ form: 'submit' }} />
        <TextField {...field('name')} label="Full name" autoComplete="name" required maxLength={120} />
        <EmailField {...field('email')} />
        <PhoneField {...field('phone')} />
        <SelectField
          {...field('state')}
          label="State you live in"
          hint={servedWords}
          required
          placeholder="Choose a state"
          autoComplete="address-level1"
          options={states.map(({ code, name }) => ({ value: code, label: name }))}
        />
        {notices.length > 0 && <StateNotices notices={notices} />}
        {earnsPack && <p className="text-sm text-muted">{submitWords.freePack}</p>}
        <CheckboxField
          name="showing"
          value="yes"
          label={showingSentence}
          hint={showingWords.hint}
          defaultChecked={given.showing === 'yes'}
        />
        <Button variant="primary" block busyLabel={submitWords.sending}>
          {submitWords.send}
        </Button>
        <p className="text-sm text-faint">{submitWords.privacy}</p>
      </Form>
    </>
  )
}

function StateNotices({ notices }: { notices: readonly StateNotice[] }) {
  return (
    <details className="-mt-2 text-sm text-hold">
      <summary className="link inline-block cursor-pointer py-1">{submitWords.states}</summary>
      <ul className="mt-2 grid gap-2">
        {notices.map(({ state, notice }) => (
          <li key={state}>
            <b className="font-medium">{state}:</b> {notice}
          </li>
        ))}
      </ul>
    </details>
  )
}
