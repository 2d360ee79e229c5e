import { data } from 'react-router'
import { isOpenPage } from '#app/facts/sections.ts'
import { transact } from '#app/db/db.server.ts'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { parseForm, readForm, type SubmittedFields } from '#app/http/form.ts'
import { proofSubject, verifySender } from '#app/http/proofs.ts'
import { consumeAll, reportSender } from '#app/http/limits.server.ts'
import { tooManyWords } from '#app/http/errors.ts'
import { brand, siteTitle } from '#app/kit/brand.ts'
import {
  factsOf,
  fieldMessages,
  parseTopic,
  type SubscribeAnswer,
  subscribeInput,
  type Topic,
  topicParts,
} from '../rules.ts'
import { joinWaitlist, findTopicContext, findTopicTitle } from '../store/links.server.ts'
import type { Route } from './+types/subscriptions'
import { ButtonLink } from '#app/ui/button.tsx'
import { Section } from '#app/ui/section.tsx'
import {
  confirmFirst,
  JoinedToast,
  notified,
  SubscribeForm,
  WaitlistButton,
} from '../components/subscribe-form.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const listed = parseTopic(new URL(request.url).searchParams.get('topic') ?? '')
  const closed = await shop.closedPages()
  const topic = listed && isOpenPage(closed, factsOf(listed).page ?? '/') ? listed : null
  const hasWindows = isOpenPage(closed, '/small-batch')
  return { publicUrl: shop.publicUrl, topic, title: topic && (await titleOf(topic)), hasWindows }

  async function titleOf(about: Topic) {
    const known = await context.get(findTopicContext)(shop.db, about, shop.now())
    return known?.title ?? (await findTopicTitle(shop.db, about)) ?? factsOf(about).title
  }
}

/** Takes every waitlist, notify and newsletter form. The answer is the same whether or not the address is known. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const form = await readForm(request)
  const parsed = parseForm(subscribeInput, form)
  const given = typedAgain(parsed.given)
  if (!parsed.ok) return answer(422, { done: false, fieldErrors: parsed.fieldErrors, given })
  const { topic, email } = parsed.value
  if (!isOpenPage(await shop.closedPages(), factsOf(topic).page ?? '/'))
    return answer(422, { done: false, fieldErrors: { topic: [fieldMessages.closedTopic] }, given })

  const done = { done: true, fieldErrors: {}, given }
  const sender = verifySender(form, proofSubject(topic, email), shop.now())
  const { address, report } = context.get(visitContext)
  reportSender(report, form, sender)
  if (sender === 'trapped') return answer(200, done)
  // Without proof of work the limit is that of messages, counted apart from them: 5 in place of 20.
  const verdict = await consumeAll(shop.limits, [
    ['subscribe', address],
    ...(sender === 'unproven' ? [['message', `subscribe ${address}`] as const] : []),
    ['mailTo', email],
  ])
  if (!verdict.ok) {
    const { retryAfterSeconds } = verdict
    const refused = { done: false, fieldErrors: { form: [tooManyWords(retryAfterSeconds)] }, given }
    return answer(429, refused, { 'Retry-After': String(retryAfterSeconds) })
  }
  await transact(shop, (work) => joinWaitlist(work, parsed.value))
  return answer(200, done)
}

const answer = (status: 200 | 422 | 429, body: SubscribeAnswer, headers: HeadersInit = {}) =>
  data(body, { status, headers })

export function headers({ actionHeaders }: Route.HeadersArgs) {
  const retryAfter = actionHeaders.get('Retry-After')
  return { 'Cache-Control': 'private, no-store', ...(retryAfter && { 'Retry-After': retryAfter }) }
}

export function meta({ loaderData }: Route.MetaArgs) {
  const { title, publicUrl } = loaderData ?? {}
  return [
    { title: siteTitle(title ?? 'Subscriptions') },
    {
      name: 'description',
      content: `Newsletter, drop waitlists and build windows of ${brand}. Confirm by email, unsubscribe with one click.`,
    },
    { tagName: 'link', rel: 'canonical', href: `${publicUrl}/subscriptions` },
  ]
}

export default function Subscriptions({ loaderData, actionData }: Route.ComponentProps) {
  const sentTopic = actionData && parseTopic(String(actionData.given.topic ?? ''))
  const topic = sentTopic ?? loaderData.topic
  const title = loaderData.title ?? (topic && factsOf(topic).title)
  if (topic && title) return <SubscribePage topic={topic} title={title} answer={actionData} />
  return <SubscriptionsHub hasWindows={loaderData.hasWindows} />
}

/** What was typed, to fill the form in again, and how the form looked: neither its proof nor its trap. */
function typedAgain(given: SubmittedFields): SubmittedFields {
  const names = ['topic', 'name', 'email', 'look']
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)))
}

type Props = {
  topic: Topic
  title: string
  answer: SubscribeAnswer | undefined
}

function SubscribePage({ topic, title, answer }: Props) {
  const look = answer?.given.look
  const isDone = answer?.done && !look
  return (
    <div className="wrap py-section">
      <section
        data-part="subscribe"
        data-title={title}
        className="grid gap-8 in-[dialog]:gap-6 not-in-[dialog]:lg:grid-cols-[7fr_5fr] lg:items-center not-in-[dialog]:lg:gap-16"
        aria-labelledby="list"
      >
        {isDone ? (
          <Done topic={topic} />
        ) : (
          <>
            <div className="grid content-start gap-6 in-[dialog]:gap-3">
              <Title>{title}</Title>
              <Lead>
                {factsOf(topic).lead ??
                  'Confirm by email. Every email from us has a one-click unsubscribe link.'}
              </Lead>
              <Instead topic={topic} />
            </div>
            <div className="panel p-panel in-[dialog]:contents">
              <SubscribeForm
                topic={topic}
                look={look === 'bar' || look === 'in-place' ? look : 'page'}
                answer={answer}
              />
            </div>
          </>
        )}
      </section>
    </div>
  )
}

function Done({ topic }: { topic: Topic }) {
  return (
    <div
      role="status"
      tabIndex={-1}
      data-focus
      data-done
      className="grid content-start gap-6 in-[dialog]:gap-3"
    >
      <Title>{notified}</Title>
      <Lead>{confirmFirst}</Lead>
      <div className="btns in-[dialog]:hidden">
        <ButtonLink href="/">Back to the shop</ButtonLink>
      </div>
      <JoinedToast topic={topic} />
    </div>
  )
}

function Title({ children }: { children: string }) {
  return (
    <h1 className="h1 in-[dialog]:pr-8 in-[dialog]:text-2xl" id="list">
      {children}
    </h1>
  )
}

function Lead({ children }: { children: string }) {
  return <p className="lead in-[dialog]:text-sm">{children}</p>
}

const instead = {
  'returned-units': { text: '', label: 'See which numbers are open now' },
  'build-slots': {
    text: 'A slot holds the place of your build in our schedule. Submit a build, and the next page reserves its slot.',
    label: 'Start a build',
  },
}

function Instead({ topic }: { topic: Topic }) {
  const { kind, id } = topicParts(topic)
  if (kind !== 'returned-units' && kind !== 'build-slots') return null
  const { text, label } = instead[kind]
  return (
    <div className="grid justify-items-start gap-3 text-muted in-[dialog]:text-sm">
      {text && <p>{text}</p>}
      <ButtonLink href={kind === 'build-slots' ? '/build?platform=ar15#configurator' : `/drops/${id}#units`}>
        {label}
      </ButtonLink>
    </div>
  )
}

const lines = [
  { id: 'guerrilla', name: 'Guerrilla', text: 'Field finish, survey engraving.' },
  { id: 'outlaw', name: 'Outlaw', text: 'Engine-turned plate, copper fill.' },
  { id: 'cyber', name: 'Cyber', text: 'Scanned serial, cool gray finish.' },
] as const

function SubscriptionsHub({ hasWindows }: { hasWindows: boolean }) {
  return (
    <>
      <section
        className="wrap grid gap-8 py-section lg:grid-cols-[7fr_5fr] lg:items-center lg:gap-16"
        aria-labelledby="subscriptions"
      >
        <div className="grid content-start gap-6">
          <h1 className="h1" id="subscriptions">
            Subscriptions
          </h1>
          <p className="lead">
            Numbers go fast and windows close. Pick what you want to hear about, and we’ll email you only when
            it happens.
          </p>
        </div>
        <div className="panel p-panel">
          <h2 className="h3 mb-4">Stay in the Loop</h2>
          <SubscribeForm topic="newsletter" />
        </div>
      </section>
      {hasWindows && (
        <Section
          title="Build windows"
          lead="A window takes a fixed number of builds and then closes. First to join, first to hear."
        >
          <ul className="grid gap-6 lg:grid-cols-3">
            {lines.map(({ id, name, text }) => (
              <li
                key={id}
                data-theme={id}
                className="grid gap-3 rounded-plate border border-hairline bg-sheet px-6 pt-8 pb-6"
              >
                <h3 className="display flex min-h-[56px] items-end wrap-anywhere text-display-sm">{name}</h3>
                <p className="mb-3 text-sm text-muted">{text}</p>
                <WaitlistButton topic={`build-window:${id}`} label="Join Build Window" about={name} block />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}
