import { Form, redirect } from 'react-router'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { isOpenPage } from '#app/facts/sections.ts'
import { parseForm, readForm } from '#app/http/form.ts'
import { transact } from '#app/db/db.server.ts'
import { judge } from '#app/features/compliance/rules.ts'
import { states } from '#app/features/compliance/rules/states.ts'
import { findKnownRules } from '#app/features/compliance/store/state-rules.server.ts'
import { servedWords, verdictText } from '#app/features/compliance/words.ts'
import {
  humanProof,
  isTooFast,
  madeAtField,
  proofSubject,
  trapField,
  verifySender,
} from '#app/http/proofs.ts'
import { fieldsOf } from '#app/http/submitted-fields.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { EmailField, PhoneField, SelectField, TextField } from '#app/ui/field.tsx'
import { TrapField } from '#app/ui/trap-field.tsx'
import { consumeAll, reportSender } from '#app/http/limits.server.ts'
import { formError, notFound, tooManyWords } from '#app/http/errors.ts'
import { secretToken } from '#app/kit/ids.ts'
import { concernsTrust } from '../../trust/rules.ts'
import { submitBuild } from '../store/submissions.server.ts'
import { formatDay } from '#app/kit/dates.ts'
import { Button, ButtonLink, buttonClass } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { pageHead } from '#app/http/page-head.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { normalizeCode } from '#app/kit/text.ts'
import { BuildDrawing } from '../components/build-drawing.tsx'
import { BuildParts, ClassStatement } from '../components/build-parts.tsx'
import { findSavedBuild, readCatalog, submissionInput, toBuildView } from '../store.server.ts'
import { buildPath, comparePath } from '../rules/build-address.ts'
import { finishIn, isStandard } from '../rules.ts'
import { configuratorWords, freePackWords, priceWords, savedWords, submissionRefusalWords } from '../words.ts'
import type { Route } from './+types/saved-build'

/** Every response has its own form key, so it must not be cached. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, now, publicUrl, timeZone, closedPages } = context.get(shopContext)
  const [saved, catalog, rules] = await Promise.all([
    findSavedBuild(db, normalizeCode(params.code)),
    readCatalog(db, now()),
    findKnownRules(db, now()),
  ])
  if (!saved) throw notFound(savedWords.notFound.title, savedWords.notFound)
  const build = toBuildView(saved, catalog)
  const { itemClass } = build
  const notices = states.flatMap(({ code, name }) => {
    const verdict = judge({ itemClass, buyerState: code, dealerState: null }, rules, now())
    return verdict.outcome === 'allowed' ? [] : [{ state: name, notice: verdictText(verdict) }]
  })
  return {
    build,
    publicUrl,
    timeZone,
    maySubmit:
      build.platform !== undefined &&
      build.faults.length === 0 &&
      build.missing === 0 &&
      isOpenPage(await closedPages(), '/build'),
    earnsPack: concernsTrust(itemClass),
    notices,
    formKey: secretToken(),
    madeAt: now().toISOString(),
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const saved = await findSavedBuild(shop.db, normalizeCode(params.code))
  if (!saved) throw notFound(savedWords.notFound.title, savedWords.notFound)
  const form = await readForm(request)
  const parsed = parseForm(submissionInput, form)
  if (!parsed.ok) return formError(422, parsed.fieldErrors, parsed.given)
  const { given } = parsed
  if (!isOpenPage(await shop.closedPages(), '/build'))
    return formError(409, { form: [submissionRefusalWords.builder_closed] }, given)
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

  const catalog = await readCatalog(shop.db, shop.now())
  const sent = await transact(shop, (work) => submitBuild(work, catalog, saved.selection, parsed.value))
  if (sent.ok) return redirect(`/build/submitted/${sent.id}`, 303)
  if (sent.why === 'refused_by_state') return formError(409, { state: [verdictText(sent.verdict)] }, given)
  if (sent.why === 'not_buildable')
    return formError(409, { form: sent.faults.map(({ text }) => text) }, given)
  return formError(409, { form: [submissionRefusalWords[sent.why]] }, given)
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: siteTitle(savedWords.notFound.title) }]
  const { build, publicUrl } = loaderData
  return pageHead({
    title: `${build.platformName} build ${build.code}`,
    description: build.saved.lines.map(({ name }) => name).join(', '),
    path: `/builds/${build.code}`,
    publicUrl,
    picture: `/art/builds/${build.code}/share.png`,
  })
}

export default function Saved({ loaderData, actionData }: Route.ComponentProps) {
  const { build, publicUrl, timeZone, maySubmit } = loaderData
  const { code, platformName, selection, saved, price, savedAt, missing } = build
  const link = `${publicUrl}/builds/${code}`
  const day = formatDay(savedAt, timeZone)
  return (
    <div className="wrap py-section">
      <div className="flex flex-wrap items-end justify-between gap-6">
        <div>
          <h1 className="h1">
            {platformName} <span className="text-accent">{code}</span>
          </h1>
          <p className="mt-4 max-w-lead text-muted">
            <ClassStatement buildClass={build.buildClass} />
          </p>
          <p className="lead mt-4">
            This link is permanent. Anyone who has it can open the same build on any device.
          </p>
        </div>
        <div className="flex flex-wrap gap-3 max-lg:w-full max-lg:*:w-full">
          {maySubmit && (
            <ButtonLink variant="primary" href="#submit">
              {configuratorWords.submit}
            </ButtonLink>
          )}
          <ButtonLink
            variant={maySubmit ? 'secondary' : 'primary'}
            href={`${buildPath(selection)}#configurator`}
          >
            Open in the configurator <ArrowRight aria-hidden />
          </ButtonLink>
          <a className={buttonClass({})} href={`/builds/${code}/sheet.pdf`}>
            Build sheet (PDF)
          </a>
          <ButtonLink href={comparePath([code])}>Compare with another build</ButtonLink>
        </div>
      </div>
      {missing > 0 && <p className="my-3 text-hold">{configuratorWords.missing(missing)}</p>}
      {price.totalCents !== saved.totalCents && (
        <p className="my-3 text-hold">
          {`Saved at ${priceWords(saved.totalCents)}. At today’s prices, the same parts total ${priceWords(price.totalCents)}.`}
        </p>
      )}
      {build.faults.map(({ text }) => (
        <p className="my-3 text-hold" key={text}>
          {text}
        </p>
      ))}
      <figure className="mt-8 mb-12 border-y border-hairline pt-2 pb-4 [--bp-sheet:var(--page)]">
        <BuildDrawing build={build} widthPx={920} />
        <figcaption className="text-sm text-faint">{savedWords.illustration}</figcaption>
      </figure>
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        <section aria-labelledby="parts">
          <h2 className="h3 mb-3" id="parts">
            Parts, as saved on {day}
          </h2>
          <BuildParts
            platformName={platformName}
            price={saved}
            selection={selection}
            caption={`Parts of build ${code}`}
          />
        </section>
        <div className="grid content-start gap-8">
          {maySubmit && <SubmitForm {...loaderData} answer={actionData} />}
          <section aria-labelledby="link">
            <h2 className="h3 mb-3" id="link">
              Permanent link
            </h2>
            <p className="mb-4 wrap-anywhere">
              <a className="link" href={`/builds/${code}`}>
                {link}
              </a>
            </p>
            <CopyButton text={link} label="Copy the link" copied="Link copied" />
          </section>
        </div>
      </div>
    </div>
  )
}

type FormProps = Route.ComponentProps['loaderData'] & { answer: Route.ComponentProps['actionData'] }

function SubmitForm({ build, earnsPack, notices, formKey, madeAt, answer }: FormProps) {
  const path = `/builds/${build.code}`
  const errors = answer?.fieldErrors ?? {}
  const field = fieldsOf({ given: answer?.given ?? {}, errors })
  const finish = finishIn(build.selection)
  return (
    <section className="grid gap-4" aria-label={configuratorWords.submit}>
      <p>
        We check that the parts work together and email you within one business day. We don’t build anything
        until you approve it.
      </p>
      {!isStandard(finish) && (
        <p className="text-hold">
          {`The total leaves out the finish, ${finish.name}: its price comes with your agreement, which you accept before we build anything.`}
        </p>
      )}
      <Form
        method="post"
        action={path}
        {...humanProof('submit')}
        id="submit"
        className="panel p-panel grid gap-5"
        aria-label={configuratorWords.submit}
      >
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
    </section>
  )
}

function StateNotices({ notices }: Pick<FormProps, 'notices'>) {
  return (
    <details className="-mt-2 text-sm text-hold">
      <summary className="link inline-block cursor-pointer py-1 max-md:py-3">
        States with rules for this build
      </summary>
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
