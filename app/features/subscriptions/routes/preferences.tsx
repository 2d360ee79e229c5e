import { data, Form, redirect } from 'react-router'
import { transact } from '#app/db/work.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { readForm } from '#app/http/read-form.server.ts'
import { formatLongDay } from '#app/kit/date-format.ts'
import { isUuid } from '#app/kit/uuid.ts'
import { requireLink, listOwn, type Stopping, unsubscribe } from '../store/links.server.ts'
import { factsOf, positionWords, stateWords } from '../rules.ts'
import type { Route } from './+types/preferences'

export const meta = () => [{ title: siteTitle('Your subscriptions') }]

export async function loader(args: Route.LoaderArgs) {
  const { own, token } = await requireLink(args)
  const shop = args.context.get(shopContext)
  const lists = await listOwn(shop.db, own.subscriberId)
  return {
    token,
    email: own.email,
    lists: lists.map(({ id, topic, title, state, position, joinedAt, consent }) => ({
      id,
      state,
      position,
      consent,
      title: title ?? factsOf(topic).title,
      since: formatLongDay(joinedAt, shop.timeZone),
    })),
  }
}

export async function action(args: Route.ActionArgs) {
  const { token } = await requireLink(args)
  const stopping = parseStopping(await readForm(args.request))
  if (!stopping) return data({ refusal: unclear }, { status: 422 })
  await transact(args.context.get(shopContext), (work) => unsubscribe(work, token, stopping))
  return redirect(`/subscriptions/preferences?key=${encodeURIComponent(token)}`, {
    status: 303,
  })
}

const unclear =
  'We couldn’t tell which list you want to leave, so nothing changed. Use the button next to the list.'

/** One list by its id, or all of them, only where the form says so. */
function parseStopping(form: FormData): Stopping | undefined {
  if (form.get('what') === 'all') return 'all'
  const id = form.get('id')
  return typeof id === 'string' && isUuid(id) ? { id } : undefined
}

export default function Preferences({ loaderData, actionData }: Route.ComponentProps) {
  const { token, email, lists } = loaderData
  const open = lists.filter(({ state }) => state !== 'ended')
  const address = `/subscriptions/preferences?key=${token}`
  return (
    <section
      className="wrap grid min-h-[min(70vh,640px)] content-center gap-6 py-16"
      aria-labelledby="preferences"
    >
      <h1 className="h1 max-w-[18ch]" id="preferences">
        Your subscriptions
      </h1>
      <p className="lead wrap-anywhere">{open.length ? email : `You’re not on any list. (${email})`}</p>
      {actionData && (
        <p className="field-error" role="alert">
          {actionData.refusal}
        </p>
      )}
      <ul className="divide-y divide-hairline border-y border-hairline empty:hidden">
        {lists.map(({ id, title, state, position, since, consent }) => (
          <li
            key={id}
            className="grid items-center justify-items-start gap-x-6 gap-y-3 py-6 lg:grid-cols-[1fr_auto_160px] max-sm:[&_.badge]:whitespace-normal max-sm:[&_.badge]:leading-tight max-sm:[&_.badge]:py-1"
          >
            <div>
              <h2 className="h3">{title}</h2>
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
        ))}
      </ul>
      {open.length > 1 && (
        <Form method="post" action={address} className="btns mt-3">
          <Button name="what" value="all">
            Unsubscribe from all
          </Button>
        </Form>
      )}
    </section>
  )
}
