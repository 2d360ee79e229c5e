import { redirect } from 'react-router'
import { transact } from '#app/db/work.server.ts'
import { judge, states } from '#app/features/compliance/rules.ts'
import { findKnownRules } from '#app/features/compliance/store.server.ts'
import { verdictText } from '#app/features/compliance/words.ts'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
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
import { SubmitPage } from '../components/submit-page.tsx'
import { submissionInput } from '../input.ts'
import { parseBuildAddress, parseBuildForm } from '../rules/build-address.ts'
import { itemClassOf } from '../rules/build-class.ts'
import { findConfigurablePlatform } from '../rules.ts'
import { readCatalog } from '../store.server.ts'
import { submitBuild } from '../store/submissions.server.ts'
import { faultWords } from '../words.ts'
import { submissionRefusalWords, submitWords } from '../words/submission.ts'
import type { Route } from './+types/submit'
import { toSelectionView } from './build-view.server.ts'

/** Every response has its own form key, so it must not be cached. */
const uncached = { 'Cache-Control': 'private, no-store' }
export const headers = () => uncached

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, now } = context.get(shopContext)
  const search = new URL(request.url).search
  const requested = parseBuildAddress(search)
  const catalog = await readCatalog(db, now())
  if (!requested || !findConfigurablePlatform(catalog, requested.selection.platformId))
    throw redirect('/build#platforms')
  const rules = await findKnownRules(db, now())
  const itemClass = itemClassOf(requested.selection, catalog)
  const notices = states.flatMap(({ code, name }) => {
    const verdict = judge({ itemClass, buyerState: code, dealerState: null }, rules, now())
    return verdict.outcome === 'allowed' ? [] : [{ state: name, notice: verdictText(verdict) }]
  })
  return {
    build: toSelectionView(requested.selection, catalog),
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
  if (!requested || !findConfigurablePlatform(catalog, requested.selection.platformId))
    return redirect('/build#platforms', 303)
  const parsed = parseForm(submissionInput, form)
  if (!parsed.ok) return formError(422, parsed.fieldErrors, parsed.given, uncached)

  const { given } = parsed
  const { email } = parsed.value
  const sender = verifySender(form, proofSubject('submit', email), shop.now())
  const { address, report } = context.get(visitContext)
  reportSender(report, form, sender)
  if (sender === 'trapped') return redirect('/build', 303)
  if (sender === 'unproven' && isTooFast(form, shop.now()))
    return formError(409, { form: [submitWords.tooFast] }, given, uncached)
  const verdict = await consumeAll(shop.limits, [
    ['message', address],
    ['mailTo', email],
  ])
  if (!verdict.ok) return formError(429, { form: [tooManyWords(verdict.retryAfterSeconds)] }, given, uncached)

  const sent = await transact(shop, (work) => submitBuild(work, catalog, requested.selection, parsed.value))
  if (sent.ok)
    return redirect(`/build/submitted/${sent.id}`, {
      status: 303,
      headers: {
        ...uncached,
        'Set-Cookie': keepTypedDetails(request, parsed.value, { https: isHttps(shop) }),
      },
    })
  if (sent.why === 'refused_by_state')
    return formError(409, { state: [verdictText(sent.verdict)] }, given, uncached)
  if (sent.why === 'not_buildable')
    return formError(409, { form: sent.faults.map(faultWords) }, given, uncached)
  return formError(409, { form: [submissionRefusalWords[sent.why]] }, given, uncached)
}

export const meta = () => [{ title: siteTitle(submitWords.title) }, { name: 'robots', content: 'noindex' }]

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
