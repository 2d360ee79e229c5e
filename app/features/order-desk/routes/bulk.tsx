import { data, Form, Link, redirect } from 'react-router'
import { DenseTable } from '#app/features/console/components/dense-table.tsx'
import { EmptyList } from '#app/features/console/components/list-states.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { Shape } from '#app/features/console/components/shape.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { findListedOrders } from '#app/features/orders/store/order-list.server.ts'
import { requireRecentSignIn, requireRight } from '#app/features/staff/access.server.ts'
import { deskOf } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { parseForm, readForm } from '#app/http/form.ts'
import {
  type BulkResult,
  type BulkVerb,
  bulkInput,
  bulkVerbs,
  maxBulk,
  performBulk,
  previewBulk,
} from '../bulk.server.ts'
import { goodsOf } from '../rules/listed.ts'
import { anyVerb } from '../verbs.server.ts'
import { bulkWords, refusalSentences } from '../words.ts'
import { ordersPath } from '../rules/query.ts'
import type { Route } from './+types/bulk'

export const handle: StaffHandle = { right: 'orders.read' }

export async function loader({ context, request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const verb = bulkVerbs.find((each) => each === params.get('verb'))
  const rows = [...new Set(params.getAll('row'))].slice(0, maxBulk)
  if (!verb) throw redirect(ordersPath)
  const bulk = await bulkFor({ context, request }, verb)
  return { verb, rows: await shownRows(context.get(shopContext), await previewBulk(bulk, verb, rows)) }
}

async function bulkFor({ context, request }: Pick<Route.LoaderArgs, 'context' | 'request'>, verb: BulkVerb) {
  const { right, recent } = anyVerb(verb)
  const member = requireRight(context, right)
  if (recent) await requireRecentSignIn(context, request)
  return { ...deskOf(context, member), sellables: context.get(sellablesContext) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const parsed = parseForm(bulkInput, await readForm(request))
  if (!parsed.ok)
    return data({ rows: [], refusal: 'Choose at least one order of the list.' }, { status: 422 })
  const { verb, order } = parsed.value
  const done = await performBulk(await bulkFor({ context, request }, verb), verb, order)
  return { rows: await shownRows(context.get(shopContext), done), refusal: undefined }
}

async function shownRows({ db }: Shop, results: readonly BulkResult[]) {
  const orders = await findListedOrders(
    db,
    results.map(({ orderId }) => orderId),
  )
  return results.map(({ orderId, revision, outcome }) => {
    const order = orders.find(({ id }) => id === orderId)
    const { title = '', number = null } = order ? goodsOf(order.lines) : {}
    return {
      id: orderId,
      revision,
      buyer: order?.buyerName ?? '',
      goods: number === null ? title : `${title} № ${number}`,
      isDone: outcome.ok,
      sentences: outcome.ok ? outcome.steps : refusalSentences(outcome),
    }
  })
}

type ShownResult = Awaited<ReturnType<typeof shownRows>>[number]

export default function SelectedOrders({
  loaderData: { verb, rows: preview },
  actionData,
}: Route.ComponentProps) {
  const { title, button, done } = bulkWords[verb]
  const isAfter = actionData !== undefined && actionData.rows.length > 0
  const rows = isAfter ? actionData.rows : preview
  const ready = rows.filter(({ isDone }) => isDone)
  const held = rows.length - ready.length
  return (
    <Sheet
      title={title}
      state={
        <Status kind={held > 0 ? 'wait' : 'done'}>
          {isAfter ? `${ready.length} ${done}` : `${ready.length} of ${rows.length} go ahead`}
        </Status>
      }
      next={nextSentence({ isAfter, ready: ready.length, held })}
      action={
        <>
          {!isAfter && ready.length > 0 && (
            <Form method="post">
              <input type="hidden" name="verb" value={verb} />
              {ready.map(({ id, revision }) => (
                <input key={id} type="hidden" name="order" value={`${id} ${revision}`} />
              ))}
              <Verb look="primary" busyWords="Working...">
                {button}, {ready.length} {ready.length === 1 ? 'order' : 'orders'}
              </Verb>
            </Form>
          )}
          <VerbLink to={ordersPath}>{isAfter || rows.length === 0 ? 'Back to orders' : 'Cancel'}</VerbLink>
        </>
      }
    >
      {actionData?.refusal && <SheetNotice kind="no">{actionData.refusal}</SheetNotice>}
      {isAfter && (
        <SheetNotice kind={held > 0 ? 'wait' : 'done'}>
          {ready.length} {ready.length === 1 ? 'order' : 'orders'} {done}
          {held > 0 && `, ${held} left as ${held === 1 ? 'it was' : 'they were'}`}
        </SheetNotice>
      )}
      {rows.length === 0 ? (
        <EmptyList>No order is selected. Go back to the list and select at least one.</EmptyList>
      ) : (
        <Results rows={rows} isAfter={isAfter} />
      )}
    </Sheet>
  )
}

function nextSentence({ isAfter, ready, held }: { isAfter: boolean; ready: number; held: number }): string {
  if (isAfter)
    return held > 0 ? 'Open those that were left to see what holds them' : 'Every buyer gets an email'
  if (ready === 0) return held > 0 ? 'None of them can go ahead' : 'Select orders first'
  const mails = ready === 1 ? 'One email follows' : `${ready} emails follow`
  if (held === 0) return mails
  return `${mails}; ${held} ${held === 1 ? 'is' : 'are'} held by the reasons beside ${held === 1 ? 'it' : 'them'}`
}

function Results({ rows, isAfter }: { rows: readonly ShownResult[]; isAfter: boolean }) {
  const result = ({ isDone, sentences }: ShownResult) => (
    <span className="flex gap-2 py-1 whitespace-normal">
      <Shape kind={isDone ? (isAfter ? 'done' : 'todo') : 'no'} />
      <span>
        {!isDone && <b className="font-medium">Held. </b>}
        {sentences.join(' ')}
      </span>
    </span>
  )
  return (
    <DenseTable
      caption="Selected orders"
      rows={rows}
      id={({ id }) => id}
      columns={[
        {
          label: 'Order',
          width: 124,
          kind: 'code',
          render: ({ id }) => (
            <Link to={`${ordersPath}/${id}`} data-open="">
              {id}
            </Link>
          ),
        },
        { label: 'Buyer', width: 160, render: ({ buyer }) => buyer },
        { label: 'Goods', width: 216, render: ({ goods }) => goods },
        { label: isAfter ? 'What was done' : 'What happens', render: result },
      ]}
    />
  )
}
