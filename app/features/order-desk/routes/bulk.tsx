import { data, Form, redirect } from 'react-router'
import { DenseTable } from '#app/features/console/components/dense-table.tsx'
import { EmptyList } from '#app/features/console/components/section.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { Shape, Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { sellablesContext, findOrderForUpdate } from '#app/features/orders/store/lines.server.ts'
import { findListedOrders } from '#app/features/orders/store/order-list.server.ts'
import { requireRecentSignIn, requireRight } from '#app/features/staff/access.server.ts'
import { deskOf } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { parseForm, readForm } from '#app/http/form.ts'
import { goodsOf, ordersPath, stageLabels } from '../listed.ts'
import { anyVerb, orderVerbs } from '../verbs.server.ts'
import { refusalSentences } from '../words.ts'
import type { Route } from './+types/bulk'
import { rehearse, type UnitOfWork, unlessRefused } from '#app/db/db.server.ts'
import { formatDay } from '#app/kit/dates.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { nextStage, openStage } from '#app/features/orders/stages.ts'
import { findPrices } from '#app/features/orders/store/buyer.server.ts'
import { findRevision } from '#app/features/orders/store/read.server.ts'
import { moveReservation } from '#app/features/reservations/store/move.server.ts'
import { requestBalance } from '#app/features/reservations/store/balance.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { z } from 'zod'
import { act, type Outcome, type Acting } from '../verb.server.ts'
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'

export const handle: StaffHandle = { right: 'orders.read' }

/** The verbs that several selected orders may be given at once. Each needs what it needs on one order's sheet. */
export const bulkWords = {
  request_balance: {
    title: 'Ask for the balance',
    button: 'Ask for the balance',
    done: 'asked for the balance',
  },
  move_stage: { title: 'Move to the next stage', button: 'Move', done: 'moved' },
}
type BulkVerb = keyof typeof bulkWords
export const bulkVerbs = Object.keys(bulkWords) as BulkVerb[]

/** As many as a page of the list has. */
export const maxBulk = 50

/** An order with the revision of its preview: `7KQ2M94T3B 41`. */
const selected = z
  .string()
  .regex(/^[0-9A-Z]{10} \d{1,15}$/)
  .transform((text) => {
    const [orderId = '', revision] = text.split(' ')
    return { orderId, revision: Number(revision) }
  })

export const bulkInput = z.object({
  verb: z.enum(bulkVerbs, 'Choose what to do'),
  order: z.preprocess(
    (sent) => (typeof sent === 'string' ? [sent] : sent),
    z.array(selected, 'Choose at least one order').min(1).max(maxBulk),
  ),
})

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

export type Bulk = Pick<Acting, 'sellables' | 'timeZone' | 'by' | 'actor'> & { ctx: PaymentContext }

/** With a sentence for each of its firearms. */
type BulkOutcome = { ok: true; steps: string[] } | Exclude<Outcome, { ok: true }>
type BulkResult = { orderId: string; revision: number; outcome: BulkOutcome }

/** Previews a verb for each of these orders. Nothing is stored and nobody is emailed: every transaction is rolled back. */
export async function previewBulk(bulk: Bulk, verb: BulkVerb, orderIds: readonly string[]) {
  const perform = await performerOf(bulk, verb)
  const results: BulkResult[] = []
  for (const orderId of orderIds) {
    const revision = await findRevision(bulk.ctx.db, orderId)
    results.push({ orderId, revision, outcome: await rehearse(bulk.ctx, (work) => perform(work, orderId)) })
  }
  return results
}

/** Performs a verb for each of these orders, one by one: an order that is refused holds up no other, and is left as it was. */
export async function performBulk(
  bulk: Bulk,
  verb: BulkVerb,
  orders: readonly Omit<BulkResult, 'outcome'>[],
) {
  const perform = await performerOf(bulk, verb)
  const { audit } = orderVerbs[verb]
  const data = { bulk: orders.length }
  const results: BulkResult[] = []
  for (const each of orders) {
    const outcome = await act({ ...bulk, ...each }, audit, data, (work) => perform(work, each.orderId))
    results.push({ ...each, outcome })
  }
  return results
}

async function performerOf(
  bulk: Bulk,
  verb: BulkVerb,
): Promise<(work: UnitOfWork, orderId: string) => Promise<BulkOutcome>> {
  if (verb === 'move_stage')
    return (work, orderId) => unlessRefused(work, (part) => moveAll(bulk, part, orderId))
  const prices = await findPrices({ ...bulk.ctx, timeZone: bulk.timeZone })
  return (work, orderId) => requestAll(bulk, prices, work, orderId)
}

async function moveAll(bulk: Bulk, work: UnitOfWork, orderId: string): Promise<BulkOutcome> {
  const steps: string[] = []
  for (const { position, title, itemClass, stage } of await openFirearms(bulk, work, orderId)) {
    const to = nextStage(itemClass, stage)
    if (!to) return refuse('no_such_move')
    const moved = await moveReservation(work, bulk, { orderId, position, to, by: bulk.by })
    if (!moved.ok) return moved
    steps.push(`${title}: ${stageLabels[stage]} to ${stageLabels[to]}`)
  }
  return steps.length > 0 ? { ok: true, steps } : refuse('no_firearm')
}

async function requestAll(
  bulk: Bulk,
  prices: Parameters<typeof requestBalance>[2],
  work: UnitOfWork,
  orderId: string,
): Promise<BulkOutcome> {
  const steps: string[] = []
  let refused: Refusal = refuse('no_firearm')
  for (const { position, title } of await openFirearms(bulk, work, orderId)) {
    const requested = await requestBalance(work, { orderId, position, by: bulk.by }, prices, bulk.timeZone)
    if (!requested.ok) refused = requested
    else if (requested.isReplay) refused = refuse('balance_requested')
    else {
      const { amountCents, taxCents, dueAt } = requested.balance
      const amount = formatCentsExact(amountCents + taxCents)
      steps.push(`${title}: ${amount} by ${formatDay(dueAt, bulk.timeZone)}`)
    }
  }
  return steps.length > 0 ? { ok: true, steps } : refused
}

async function openFirearms({ sellables }: Bulk, work: UnitOfWork, orderId: string) {
  const found = await findOrderForUpdate(work, sellables, orderId)
  return (found?.lines ?? []).flatMap(({ line }) => {
    const { position, title, itemClass } = line
    const stage = openStage(line)
    return stage ? { position, title, itemClass, stage } : []
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
            <a href={`${ordersPath}/${id}`} data-open="">
              {id}
            </a>
          ),
        },
        { label: 'Buyer', width: 160, render: ({ buyer }) => buyer },
        { label: 'Goods', width: 216, render: ({ goods }) => goods },
        { label: isAfter ? 'What was done' : 'What happens', render: result },
      ]}
    />
  )
}
