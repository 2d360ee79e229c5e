import { Form, redirect } from 'react-router'
import { transact } from '#app/db/work.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { readForm } from '#app/http/read-form.server.ts'
import { requireLink, unsubscribe } from '../store/links.server.ts'
import { factsOf } from '../rules.ts'
import type { Route } from './+types/unsubscribe'

export const meta = () => [{ title: siteTitle('Unsubscribe') }]

/** Opening the link only shows the button: mail scanners open links too. */
export async function loader(args: Route.LoaderArgs) {
  const { own, token } = await requireLink(args)
  return {
    token,
    isEnded: own.state === 'ended',
    email: own.email,
    title: own.title ?? factsOf(own.topic).title,
    theme: own.theme ?? 'noir',
  }
}

/**
 * Stops the mails. Also pressed by mail programs for their owner (RFC 8058): such a POST brings no cookies, has therefore
 * not passed the age gate, and must be answered without a redirect.
 */
export async function action(args: Route.ActionArgs) {
  const { token } = await requireLink(args)
  const form = await readForm(args.request)
  const what = form.get('what') === 'all' ? 'all' : 'this'
  await transact(args.context.get(shopContext), (work) => unsubscribe(work, token, what))
  if (form.get('List-Unsubscribe') === 'One-Click') return { isStopped: true }
  return redirect(`/subscriptions/unsubscribe?key=${encodeURIComponent(token)}`, {
    status: 303,
  })
}

export default function Unsubscribe({ loaderData: { token, isEnded, email, title } }: Route.ComponentProps) {
  const message = isEnded
    ? { title: 'You’ve left the list', text: 'You won’t get any more emails about it.' }
    : { title: 'Leave this list?', text: 'It takes effect right away.' }
  return (
    <section
      className="wrap grid min-h-[min(70vh,640px)] content-center justify-items-start gap-6 py-16"
      aria-labelledby="answer"
    >
      <h1 className="h1 max-w-[18ch]" id="answer">
        {message.title}
      </h1>
      <p className="font-display text-lg leading-snug tracking-wide text-accent">{title}</p>
      <p className="lead">{message.text}</p>
      <p className="text-sm wrap-anywhere text-faint">{email}</p>
      {isEnded ? (
        <div className="btns mt-3">
          <ButtonLink to={`/subscriptions/preferences?key=${token}`}>Your subscriptions</ButtonLink>
        </div>
      ) : (
        <Form method="post" action={`/subscriptions/unsubscribe?key=${token}`} className="btns mt-3">
          <Button variant="primary">Unsubscribe</Button>
          <Button name="what" value="all">
            Unsubscribe from all
          </Button>
        </Form>
      )}
    </section>
  )
}
