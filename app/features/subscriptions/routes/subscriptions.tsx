import { data } from 'react-router'
import { isOpenPage } from '#app/facts/sections.ts'
import { transact } from '#app/db/work.server.ts'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { parseForm, type SubmittedFields } from '#app/http/form.ts'
import { verifySender, proofSubject } from '#app/http/human-proof.ts'
import { consumeAll } from '#app/http/limits.server.ts'
import { tooManyWords } from '#app/http/refused.ts'
import { reportSender } from '#app/http/security-log.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { SubscriptionsHub } from '../components/subscriptions-hub.tsx'
import { SubscribePage } from '../components/subscribe-page.tsx'
import { subscribeInput } from '../input.ts'
import {
  fieldMessages,
  pageOfTopic,
  parseTopic,
  type SubscribeAnswer,
  type Topic,
  topicParts,
} from '../rules.ts'
import { joinWaitlist } from '../store/join.server.ts'
import { findTopicContext, findTopicTitle } from '../store/topics.server.ts'
import { kindTitles, pageWords } from '../words.ts'
import type { Route } from './+types/subscriptions'

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const listed = parseTopic(new URL(request.url).searchParams.get('topic') ?? '')
  const closed = await shop.closedPages()
  const topic = listed && isOpenPage(closed, pageOfTopic(listed) ?? '/') ? listed : null
  const hasWindows = isOpenPage(closed, '/small-batch')
  return { publicUrl: shop.publicUrl, topic, title: topic && (await titleOf(topic)), hasWindows }

  async function titleOf(about: Topic) {
    const known = await context.get(findTopicContext)(shop.db, about, shop.now())
    return known?.title ?? (await findTopicTitle(shop.db, about)) ?? kindTitles[topicParts(about).kind]
  }
}

/** Takes every waitlist, notify and newsletter form. The answer is the same whether or not the address is known. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const form = await readForm(request)
  const parsed = parseForm(subscribeInput, form)
  if (!parsed.ok) return respond(422, { ...parsed, done: false })
  const { topic, email } = parsed.value
  if (!isOpenPage(await shop.closedPages(), pageOfTopic(topic) ?? '/')) {
    const fieldErrors = { topic: [fieldMessages.closedTopic] }
    return respond(422, { done: false, fieldErrors, given: typedAgain(parsed.given) })
  }

  const done = { done: true, fieldErrors: {}, given: typedAgain(parsed.given) }
  const sender = verifySender(form, proofSubject(topic, email), shop.now())
  const { address, report } = context.get(visitContext)
  reportSender(report, form, sender)
  if (sender === 'trapped') return respond(200, done)
  // Without proof of work the limit is that of messages, counted apart from them: 5 in place of 20.
  const verdict = await consumeAll(shop.limits, [
    ['subscribe', address],
    ...(sender === 'unproven' ? [['message', `subscribe ${address}`] as const] : []),
    ['mailTo', email],
  ])
  if (!verdict.ok) {
    const fieldErrors = { form: [tooManyWords(verdict.retryAfterSeconds)] }
    return respond(
      429,
      { done: false, fieldErrors, given: typedAgain(parsed.given) },
      verdict.retryAfterSeconds,
    )
  }
  await transact(shop, (work) => joinWaitlist(work, parsed.value))
  return respond(200, done)
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  const retryAfter = actionHeaders.get('Retry-After')
  return { 'Cache-Control': 'private, no-store', ...(retryAfter && { 'Retry-After': retryAfter }) }
}

export function meta({ loaderData }: Route.MetaArgs) {
  const { title, publicUrl } = loaderData ?? {}
  return [
    { title: siteTitle(title ?? pageWords.hub.title) },
    { name: 'description', content: pageWords.hub.description },
    { tagName: 'link', rel: 'canonical', href: `${publicUrl}/subscriptions` },
  ]
}

export default function Subscriptions({ loaderData, actionData }: Route.ComponentProps) {
  const sentTopic = actionData && parseTopic(String(actionData.given.topic ?? ''))
  const topic = sentTopic ?? loaderData.topic
  const title = loaderData.title ?? (topic && kindTitles[topicParts(topic).kind])
  if (topic && title) return <SubscribePage topic={topic} title={title} answer={actionData} />
  return <SubscriptionsHub hasWindows={loaderData.hasWindows} />
}

function respond(status: 200 | 422 | 429, body: SubscribeAnswer, retryAfterSeconds?: number) {
  const { done, fieldErrors, given } = body
  return data<SubscribeAnswer>(
    { done, fieldErrors, given },
    { status, headers: { ...(retryAfterSeconds && { 'Retry-After': String(retryAfterSeconds) }) } },
  )
}

/** What was typed, to fill the form in again, and how the form looked: neither its proof nor its trap. */
function typedAgain(given: SubmittedFields): SubmittedFields {
  const names = ['topic', 'name', 'email', 'look']
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)))
}
