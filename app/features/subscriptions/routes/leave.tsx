import { data, Form, redirect } from 'react-router'
import { transact } from '#app/db/db.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { readForm } from '#app/http/form.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { formatLongDay } from '#app/kit/dates.ts'
import { isUuid } from '#app/kit/ids.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { leavePath, positionWords, stateWords, titleOf } from '../rules.ts'
import { listOwn, requireLink, type Stopping, unsubscribe } from '../store/links.server.ts'
import { FormRefusal } from '#app/ui/refusal-notice.tsx'
import type { Route } from './+types/leave'

export const meta = () => [{ title: siteTitle('Unsubscribe') }, { name: 'robots', content: 'noindex' }]

/** Opening the link only shows the buttons: mail scanners open links too. */
export async function loader(args: Route.LoaderArgs) {
  const { own, token } = await requireLink(args)
  const shop = args.context.get(shopContext)
  const lists = await listOwn(shop.db, own.subscriberId)
  return {
    address: leavePath(token),
    isEnded: own.state === 'ended',
    email: own.email,
    title: titleOf(own),
    theme: own.theme ?? 'noir',
    lists: lists.map((list) => ({
      id: list.id,
      state: list.state,
      title: titleOf(list),
      position: list.position,
      consent: list.consent,
      since: formatLongDay(list.joinedAt, shop.timeZone),
    })),
  }
}

/** Also pressed by mail programs for their owner (RFC 8058): without cookies or the age gate, and answered without a redirect. */
export async function action(args: Route.ActionArgs) {
  const { own, token } = await requireLink(args)
  const form = await readForm(args.request)
  const what = parseStopping(form)
  if (!what) return data({ refusal: unclear }, { status: 422 })
  await transact(args.context.get(shopContext), (work) => unsubscribe(work, own, what))
  if (form.get('List-Unsubscribe') === 'One-Click') return { refusal: null }
  return redirect(leavePath(token), { status: 303 })
}

const unclear =
  'We couldn’t tell which list you want to leave, so nothing changed. Use the button next to the list.'

function parseStopping(form: FormData): Stopping | undefined {
  if (form.get('what') === 'all') return 'all'
  const id = form.get('id')
  if (id === null) return 'this'
  return typeof id === 'string' && isUuid(id) ? { id } : undefined
}

export default function Leave({ loaderData, actionData }: Route.ComponentProps) {
  const { address, isEnded, email, title, lists } = loaderData
  const isOnSeveral = lists.filter(({ state }) => state !== 'ended').length > 1
  return (
    <div className="wrap grid gap-16 py-16">
      <section className="grid justify-items-start gap-6" aria-labelledby="answer">
        <h1 className="h1 max-w-[18ch]" id="answer">
          {isEnded ? 'You’ve left the list' : 'Leave this list?'}
        </h1>
        <p className="font-display text-lg leading-snug tracking-wide text-accent">{title}</p>
        <p className="lead">
          {isEnded ? 'You won’t get any more emails about it.' : 'It takes effect right away.'}
        </p>
        <p className="text-sm wrap-anywhere text-faint">{email}</p>
        <Form method="post" action={address} className="btns mt-3 empty:hidden">
          {!isEnded && <Button variant="primary">Unsubscribe</Button>}
          {isOnSeveral && (
            <Button name="what" value="all">
              Unsubscribe from all
            </Button>
          )}
        </Form>
      </section>
      <section className="grid scroll-mt-24 gap-6" aria-labelledby="lists">
        <h2 className="h2" id="lists">
          Your subscriptions
        </h2>
        <FormRefusal text={actionData?.refusal} />
        <ul className="divide-y divide-hairline border-y border-hairline">
          {lists.map((list) => (
            <OwnList key={list.id} address={address} {...list} />
          ))}
        </ul>
      </section>
    </div>
  )
}

type OwnListProps = Route.ComponentProps['loaderData']['lists'][number] & { address: string }

function OwnList({ address, id, title, state, position, since, consent }: OwnListProps) {
  return (
    <li className="grid items-center justify-items-start gap-x-6 gap-y-3 py-6 lg:grid-cols-[1fr_auto_160px] max-sm:[&_.badge]:whitespace-normal max-sm:[&_.badge]:leading-tight max-sm:[&_.badge]:py-1">
      <div>
        <h3 className="h3">{title}</h3>
        <p className="mt-1 max-w-text text-sm text-muted">
          Joined {since}. {position ? positionWords(position) : ''} {consent}
        </p>
      </div>
      <Badge kind={state === 'confirmed' ? 'ok' : state === 'pending' ? 'soon' : 'archived'}>
        {stateWords[state]}
      </Badge>
      {state !== 'ended' && (
        <Form method="post" action={address} className="lg:justify-self-end">
          <input type="hidden" name="id" value={id} />
          <Button size="sm" aria-label={`Unsubscribe: ${title}`}>
            Unsubscribe
          </Button>
        </Form>
      )}
    </li>
  )
}
