import { data, redirect } from 'react-router'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { verifySender, proofSubject } from '#app/http/human-proof.ts'
import { consumeAll } from '#app/http/limits.server.ts'
import { notFound } from '#app/http/not-found.ts'
import { pageHead } from '#app/http/page-head.ts'
import { tooManyWords } from '#app/http/refused.ts'
import { reportSender } from '#app/http/security-log.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { describeFault } from '#app/kit/describe-fault.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { renderMail } from '#app/mail/layout.tsx'
import { sendOnce } from '#app/mail/send-once.server.ts'
import { SavedBuildPage } from '../components/saved-build-page.tsx'
import { savedMail } from '../emails/saved.tsx'
import { mailLinkInput } from '../input.ts'
import { readCatalog } from '../store.server.ts'
import { findSavedBuild } from '../store/saved-builds.server.ts'
import { savedWords } from '../words.ts'
import type { Route } from './+types/saved-build'
import { toBuildView } from './build-view.server.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, now, publicUrl, timeZone } = context.get(shopContext)
  const [saved, catalog] = await Promise.all([
    findSavedBuild(db, normalizeCode(params.code)),
    readCatalog(db, now()),
  ])
  if (!saved) throw notFound(savedWords.notFound.title, savedWords.notFound)
  const isMailed = new URL(request.url).searchParams.has('mailed')
  return { build: toBuildView(saved, catalog), publicUrl, timeZone, isMailed }
}

/** Mails the link to the given address, once for each address. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const saved = await findSavedBuild(shop.db, normalizeCode(params.code))
  if (!saved) throw notFound(savedWords.notFound.title, savedWords.notFound)
  const form = await readForm(request)
  const parsed = parseForm(mailLinkInput, form)
  if (!parsed.ok) return data({ fieldErrors: parsed.fieldErrors, given: parsed.given }, { status: 422 })
  const { email } = parsed.value
  const sender = verifySender(form, proofSubject('build', email), shop.now())
  const { address, report } = context.get(visitContext)
  reportSender(report, form, sender)
  const done = redirect(`/builds/${saved.code}?mailed=yes#mail`, 303)
  if (sender === 'trapped') return done
  const verdict = await consumeAll(shop.limits, [
    ['message', address],
    ['mailTo', email],
  ])
  if (!verdict.ok) {
    const fieldErrors = { email: [tooManyWords(verdict.retryAfterSeconds)] }
    return data({ fieldErrors, given: { email } }, { status: 429 })
  }
  // Not queued: queued jobs must not hold addresses, and this one is stored nowhere else.
  const content = savedMail({ code: saved.code, link: `${shop.publicUrl}/builds/${saved.code}` })
  const key = `saved-build:${saved.code}:${fingerprint(email)}`
  const mail = { key, to: email, subject: content.subject, ...renderMail(content) }
  try {
    await sendOnce(shop.db, shop.mailer, mail, shop.now())
  } catch (error) {
    shop.log.warn(
      { ...describeFault(error), build: saved.code },
      'The link to a saved build could not be mailed',
    )
    const fieldErrors = { email: [savedWords.mail.failed] }
    return data({ fieldErrors, given: { email } }, { status: 503 })
  }
  return done
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData)
    return [{ title: siteTitle(savedWords.notFound.title) }, { name: 'robots', content: 'noindex' }]
  const { build, publicUrl } = loaderData
  return [
    ...pageHead({
      title: `${build.platformName} build ${build.code}`,
      description: build.saved.lines.map(({ name }) => name).join(', '),
      path: `/builds/${build.code}`,
      publicUrl,
      picture: `/art/builds/${build.code}/share.png`,
    }),
    { name: 'robots', content: 'noindex' },
  ]
}

export default function Saved({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SavedBuildPage {...loaderData} errors={actionData?.fieldErrors ?? {}} given={actionData?.given ?? {}} />
  )
}
