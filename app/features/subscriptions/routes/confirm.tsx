import { Form, redirect } from 'react-router'
import { transact } from '#app/db/db.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { requireLink, confirmSubscription } from '../store/links.server.ts'
import { findNews } from '../store/announce.server.ts'
import { leavePath, positionWords, titleOf } from '../rules.ts'
import type { Route } from './+types/confirm'

export const meta = () => [{ title: siteTitle('Confirm your address') }]

/** How old news may be when somebody joins: a list may have opened for others long ago, in milliseconds. */
const newsMs = 3 * day

/** Opening the link only shows the button: mail scanners open links too. */
export async function loader(args: Route.LoaderArgs) {
  const { own, token } = await requireLink(args)
  const { db } = args.context.get(shopContext)
  // Somebody who confirms after an announcement finds it here: it was mailed before they were on the list.
  const since = after(own.joinedAt, -newsMs)
  const news = own.state === 'confirmed' ? await findNews(db, own.topic, since) : undefined
  const { state, email, position } = own
  return {
    state,
    email,
    position,
    token,
    theme: own.theme ?? 'noir',
    title: titleOf(own),
    nextLink: news
      ? { label: news.content.button, to: news.content.path }
      : { label: 'Go to the shop', to: own.path ?? '/' },
    news: news?.content.heading ?? null,
  }
}

export async function action(args: Route.ActionArgs) {
  const { own, token } = await requireLink(args)
  await transact(args.context.get(shopContext), (work) => confirmSubscription(work, own.id))
  return redirect(`/subscriptions/confirm?key=${encodeURIComponent(token)}`, 303)
}

const words = {
  pending: { title: 'Confirm your address', text: 'One click and you’re on the list.' },
  confirmed: { title: 'You’re on the list', text: 'We’ll email you when it happens.' },
  ended: {
    title: 'You’ve left this list',
    text: 'You won’t get any more emails about it. You can join again anytime.',
  },
} as const

export default function Confirm({ loaderData }: Route.ComponentProps) {
  const { state, title, email, position, token, nextLink, news } = loaderData
  return (
    <section
      className="wrap grid min-h-[min(70vh,640px)] content-center justify-items-start gap-6 py-16"
      aria-labelledby="answer"
    >
      <h1 className="h1 max-w-[18ch]" id="answer">
        {words[state].title}
      </h1>
      <p className="font-display text-lg leading-snug tracking-wide text-accent">{title}</p>
      <p className="lead">
        {state === 'confirmed' && position ? `${positionWords(position)} ` : ''}
        {news ? `${news}.` : words[state].text}
      </p>
      <p className="text-sm wrap-anywhere text-faint">{email}</p>
      {state === 'pending' ? (
        <Form method="post" action={`/subscriptions/confirm?key=${token}`} className="btns mt-3">
          <Button variant="primary">Confirm</Button>
        </Form>
      ) : (
        <div className="btns mt-3">
          <ButtonLink href={nextLink.to} variant="primary">
            {nextLink.label}
          </ButtonLink>
          <ButtonLink href={`${leavePath(token)}#lists`}>Your subscriptions</ButtonLink>
        </div>
      )}
    </section>
  )
}
