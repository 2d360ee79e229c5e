import { Form, Link, redirect } from 'react-router'
import { transact } from '#app/db/work.server.ts'
import { judge } from '#app/features/compliance/rules.ts'
import { states } from '#app/features/compliance/rules/states.ts'
import { findKnownRules } from '#app/features/compliance/store/state-rules.server.ts'
import { servedWords, verdictText } from '#app/features/compliance/words.ts'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { type FieldErrors, parseForm, type SubmittedFields } from '#app/http/form.ts'
import { humanProof } from '#app/http/proof-marks.ts'
import { madeAtField, trapField } from '#app/http/sender-fields.ts'
import { fieldsOf } from '#app/http/submitted-fields.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { EmailField, PhoneField, SelectField, TextField } from '#app/ui/field.tsx'
import { TrapField } from '#app/ui/trap-field.tsx'
import { TypedBefore } from '#app/ui/typed-before.tsx'
import { isTooFast, verifySender, proofSubject } from '#app/http/human-proof.ts'
import { consumeAll } from '#app/http/limits.server.ts'
import { tooManyWords, formError } from '#app/http/refused.ts'
import { reportSender } from '#app/http/security-log.server.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { isHttps } from '#app/http/private-page.server.ts'
import { keepTypedDetails, readTypedDetails } from '#app/http/typed-details.server.ts'
import { secretToken } from '#app/kit/ids.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { concernsTrust } from '../../trust/rules.ts'
import { BuildDrawing } from '../components/build-drawing.tsx'
import { BuildFields, BuildParts, ClassStatement } from '../components/build-parts.tsx'
import { submissionInput, readCatalog } from '../store.server.ts'
import { buildPath, buildQuery, parseBuildAddress, parseBuildForm } from '../rules/build-address.ts'
import { buildForDrawing, classifyBuild, itemClassOf, type BuildFault } from '../rules/checks.ts'
import { finishIn, isStandard, chosenParts, findConfigurablePlatform } from '../rules.ts'
import { submitBuild } from '../store/submissions.server.ts'
import { configuratorWords, faultWords, savedWords, freePackWords, submissionRefusalWords } from '../words.ts'
import type { Route } from './+types/submit'
import { toSelectionView } from './build-view.server.ts'

/** Every response has its own form key, so it must not be cached. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, now } = context.get(shopContext)
  const search = new URL(request.url).search
  const requested = parseBuildAddress(search)
  const catalog = await readCatalog(db, now())
  if (!requested || !findConfigurablePlatform(catalog, requested.platformId))
    throw redirect('/build#platforms')
  const rules = await findKnownRules(db, now())
  const itemClass = itemClassOf(requested, catalog)
  const notices = states.flatMap(({ code, name }) => {
    const verdict = judge({ itemClass, buyerState: code, dealerState: null }, rules, now())
    return verdict.outcome === 'allowed' ? [] : [{ state: name, notice: verdictText(verdict) }]
  })
  return {
    build: toSelectionView(requested, catalog),
    earnsPack: concernsTrust(itemClass),
    typed: readTypedDetails(request),
    notices,
    formKey: secretToken(),
    madeAt: now().toISOString(),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const form = await readForm(request)
  const requested = parseBuildForm(form)
  const catalog = await readCatalog(shop.db, shop.now())
  if (!requested || !findConfigurablePlatform(catalog, requested.platformId))
    return redirect('/build#platforms', 303)
  const parsed = parseForm(submissionInput, form)
  if (!parsed.ok) return formError(422, parsed.fieldErrors, parsed.given)

  const { given } = parsed
  const { email } = parsed.value
  const sender = verifySender(form, proofSubject('submit', email), shop.now())
  const { address, report } = context.get(visitContext)
  reportSender(report, form, sender)
  if (sender === 'trapped') return redirect('/build', 303)
  if (sender === 'unproven' && isTooFast(form, shop.now()))
    return formError(409, { form: ['That was fast. Please check your details and submit again.'] }, given)
  const verdict = await consumeAll(shop.limits, [
    ['message', address],
    ['mailTo', email],
  ])
  if (!verdict.ok) return formError(429, { form: [tooManyWords(verdict.retryAfterSeconds)] }, given)

  const sent = await transact(shop, (work) => submitBuild(work, catalog, requested, parsed.value))
  if (sent.ok)
    return redirect(`/build/submitted/${sent.id}`, {
      status: 303,
      headers: {
        'Set-Cookie': keepTypedDetails(request, parsed.value, { https: isHttps(shop) }),
      },
    })
  if (sent.why === 'refused_by_state') return formError(409, { state: [verdictText(sent.verdict)] }, given)
  if (sent.why === 'not_buildable') return formError(409, { form: sent.faults.map(faultWords) }, given)
  return formError(409, { form: [submissionRefusalWords[sent.why]] }, given)
}

export const meta = () => [{ title: siteTitle(configuratorWords.submit) }]

export default function Submit({ loaderData, actionData }: Route.ComponentProps) {
  const { typed, ...shown } = loaderData
  return (
    <SubmitPage
      {...shown}
      isTyped={Object.keys(typed).length > 0}
      given={actionData?.given ?? typed}
      errors={actionData?.fieldErrors ?? {}}
    />
  )
}

type StateNotice = { state: string; notice: string }

type Props = {
  build: ReturnType<typeof toSelectionView>
  earnsPack: boolean
  isTyped: boolean
  notices: readonly StateNotice[]
  formKey: string
  madeAt: string
  errors: FieldErrors
  given: SubmittedFields
}

function SubmitPage({ build, errors, ...form }: Props) {
  const { selection, catalog, platformName, price, missing, faults } = build
  const buildClass = classifyBuild(buildForDrawing(selection, catalog), chosenParts(selection, catalog))
  return (
    <div className="wrap grid grid-cols-1 items-start gap-x-16 gap-y-10 py-section lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
      <div>
        <h1 className="h1">{configuratorWords.submit}</h1>
        <p className="mt-4 text-muted">
          <ClassStatement buildClass={buildClass} />
        </p>
        <p className="lead mt-4">
          We check that the parts work together and email you within one business day. We don’t build anything
          until you approve it.
        </p>
        {missing > 0 && <p className="my-3 text-hold">{configuratorWords.missing(missing)}</p>}
        <figure className="my-7">
          <BuildDrawing selection={selection} catalog={catalog} widthPx={620} />
          <figcaption className="text-sm text-faint">{savedWords.illustration}</figcaption>
        </figure>
        <BuildParts platformName={platformName} price={price} selection={selection} caption="Your build" />
        {!isStandard(finishIn(selection)) && (
          <p className="mt-3 text-hold">
            {`The total leaves out the finish, ${finishIn(selection).name}: its price comes with your agreement, which you accept before we build anything.`}
          </p>
        )}
        <p className="mt-4 text-sm">
          <Link className="link" to={`${buildPath(selection)}#configurator`}>
            Edit build
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
        This build can’t be submitted yet
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
        aria-label={configuratorWords.submit}
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
        {earnsPack && <p className="text-sm text-muted">{freePackWords}</p>}
        <Button variant="primary" block busyLabel="Submitting">
          Submit Build
        </Button>
        <p className="text-sm text-faint">Used for this build only.</p>
      </Form>
    </>
  )
}

function StateNotices({ notices }: { notices: readonly StateNotice[] }) {
  return (
    <details className="-mt-2 text-sm text-hold">
      <summary className="link inline-block cursor-pointer py-1">States with rules for this build</summary>
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
