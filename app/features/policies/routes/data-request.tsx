import { Form, redirect, type LoaderFunctionArgs } from 'react-router'
import { transact } from '#app/db/work.server.ts'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { privatePageHeaders } from '#app/http/private-page.server.ts'
import { formatLongDay } from '#app/kit/date-format.ts'
import { confirmRequest, type DataRequest, findOwnRequest } from '../store.server.ts'
import { kindWords, requestWords } from '../words.ts'
import type { Route } from './+types/data-request'
import { notFound } from '#app/http/not-found.ts'
import { openPrivateLink } from '#app/http/private-link.server.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'

export const meta = () => [{ title: siteTitle('Your data request') }, { name: 'robots', content: 'noindex' }]

/** Opening the link only shows the button: mail scanners open links too. */
export async function loader(args: Route.LoaderArgs) {
  const { own, token } = await requireRequest(args)
  const { timeZone } = args.context.get(shopContext)
  const { id, kind, email, confirmedAt, dueAt } = own
  return { id, kind, email, token, isConfirmed: confirmedAt !== null, dueOn: formatLongDay(dueAt, timeZone) }
}

export async function action(args: Route.ActionArgs) {
  const { own, token } = await requireRequest(args)
  await transact(args.context.get(shopContext), (work) => confirmRequest(work, own.id))
  return redirect(`/privacy/requests/${own.id}?key=${encodeURIComponent(token)}`, {
    status: 303,
    headers: privatePageHeaders,
  })
}

export default function DataRequest({ loaderData }: Route.ComponentProps) {
  const { id, kind, email, token, isConfirmed, dueOn } = loaderData
  const { title, text } = isConfirmed ? requestWords.confirmed : requestWords.confirm
  return (
    <section
      className="wrap grid min-h-[min(70vh,640px)] content-center justify-items-start gap-6 py-16"
      aria-labelledby="answer"
    >
      <h1 className="h1" id="answer">
        {title}
      </h1>
      <p className="lead">{text}</p>
      <div className="w-full max-w-[560px]">
        <DefinitionList
          items={[
            { term: 'Request', value: kindWords[kind].label },
            { term: 'Address', value: email },
            { term: 'Reference', value: id },
            { term: 'Answer by', value: dueOn },
          ]}
        />
      </div>
      {isConfirmed ? (
        <div className="btns">
          <ButtonLink to="/privacy">Privacy</ButtonLink>
        </div>
      ) : (
        <Form method="post" action={`/privacy/requests/${id}?key=${token}`} className="btns">
          <Button variant="primary">{requestWords.confirm.button}</Button>
        </Form>
      )}
    </section>
  )
}

type RouteArgs = Pick<LoaderFunctionArgs, 'context' | 'request'> & { params: { request: string } }

/** The request that the private link in the address opens, and its secret. Throws a 404; a wrong link counts as a guess. */
async function requireRequest({
  context,
  request,
  params,
}: RouteArgs): Promise<{ own: DataRequest; token: string }> {
  const shop = context.get(shopContext)
  const { address } = context.get(visitContext)
  const token = new URL(request.url).searchParams.get('key') ?? ''
  const { title, text, link } = requestWords.notFound
  const own = await openPrivateLink(
    { limits: shop.limits, address, token },
    (secret) => findOwnRequest(shop.db, normalizeCode(params.request), secret, shop.now()),
    () => notFound(title, { text, link }),
  )
  return { own, token }
}
