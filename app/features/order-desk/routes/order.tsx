import { data, Link, redirect } from 'react-router'
import { Frame } from '#app/features/console/components/marks.tsx'
import { PrintVerb, VerbLink } from '#app/features/console/components/verb.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { listKnownDealers } from '#app/features/dealers/store/search.server.ts'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { listMailsAbout } from '#app/mail/send-once.server.ts'
import { requireRecentSignIn, requireRight, staffMember } from '#app/features/staff/access.server.ts'
import { deskOf } from '#app/features/staff/action.server.ts'
import { mayDo, type StaffHandle, type StaffMember } from '#app/features/staff/rules.ts'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { parseForm, type SubmittedFields } from '#app/http/form.ts'
import { notFound } from '#app/http/not-found.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { formError } from '#app/http/refused.ts'
import { secretToken } from '#app/kit/ids.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { OrderSheet } from '../components/order-sheet.tsx'
import { VerbForm } from '../components/verb-form.tsx'
import { type Acting, verbs } from '../flows.server.ts'
import { jobsContext, previewMails, type ShownMail } from '../rehearsal.server.ts'
import { type OrderVerb, verbFormInput, verbInputs } from '../input.ts'
import { ordersPath } from '../rules/query.ts'
import { verbPlans } from '../rules/verb-plans.ts'
import { findGoods, findLife, findSheet } from '../store.server.ts'
import { sheetEventWords, stageLabels, refusalErrors } from '../words.ts'
import type { Route } from './+types/order'
import { showFoundDealer } from './shown-life.server.ts'
import { showSheet, type ShownSheet } from './shown-sheet.server.ts'
import { gateWords } from '#app/features/reservations/words.ts'
import type { ReactNode } from 'react'
import { Shape, type ShapeName } from '#app/features/console/components/shape.tsx'

export const handle: StaffHandle = { right: 'orders.read' }

export const meta = ({ params }: Route.MetaArgs) => [{ title: consoleTitle(`Order ${params.order}`) }]

export async function loader({ context, params: { order: code }, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const member = staffMember(context)
  const orderId = normalizeCode(code)
  const sheet = await openSheet(shop, member, orderId, listMailsAbout(shop.db, orderId))
  if (!sheet)
    throw notFound('No Such Order', {
      text: `There is no order with the code ${orderId}.`,
      link: { to: '/staff/orders', label: 'All orders' },
    })
  const params = new URL(request.url).searchParams
  const wanted = params.get('do')
  const open = sheet.actions.find(({ verb, gates }) => verb === wanted && gates.length === 0)
  // Signing in again comes before the form, so that nothing typed is lost.
  if (open && verbPlans[open.verb].needsRecentSignIn) await requireRecentSignIn(context, request)
  const typed = open?.verb === 'set_dealer' ? (params.get('dealer') ?? '').trim().slice(0, 80) : ''
  const formKey = secretToken()
  const [dealers, preview] = await Promise.all([
    typed ? listKnownDealers(shop.db, typed, shop.now()) : [],
    open && verbPlans[open.verb].sendsMail
      ? previewMails(shop, {
          sheet,
          verb: open.verb,
          given: { key: formKey },
          jobs: context.get(jobsContext),
          actingIn: actingOn(context, member, { orderId, revision: sheet.revision }),
        })
      : undefined,
  ])
  const mayAudit = mayDo(member.role, 'audit.read')
  const found = { typed, dealers: dealers.map(showFoundDealer) }
  const verb = open?.verb ?? null
  return { formKey, sheet, verb, mayAudit, found, mails: preview?.mails ?? [] }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  // A copy: a request for another sign-in stores the form that was sent.
  const form = await readForm(request)
  const head = parseForm(verbFormInput, form)
  if (!head.ok)
    return data({ fieldErrors: { form: ['Choose what to do.'] }, given: {}, since: [] }, { status: 422 })
  const { verb, revision, preview } = head.value
  const plan = verbPlans[verb]
  const member = requireRight(context, plan.right)
  const orderId = normalizeCode(params.order)
  if (preview) return showPreview(context, member, { orderId, verb, given: head.given })
  // A verb that goes past its gates does, too.
  if (plan.needsRecentSignIn || form.get('overrideReason')) await requireRecentSignIn(context, request)
  const parsed = parseForm(verbInputs[verb], form)
  if (!parsed.ok) return formError(422, parsed.fieldErrors, parsed.given)
  const acting = actingOn(context, member, { orderId, revision })(shop)
  const done = await perform(verb, acting, parsed.value)
  if (done.ok) return redirect(`${ordersPath}/${orderId}`, 303)
  const { given } = parsed
  if (done.since) {
    const since = done.since.flatMap(({ kind, data: more }) => sheetEventWords(kind, more) ?? [])
    return data({ fieldErrors: {}, given, since }, { status: 409 })
  }
  return formError(409, refusalErrors(done), given)
}

type Context = Route.ActionArgs['context']

/** Who acts on an order as it was seen, in the shop or in a rehearsal of it. */
function actingOn(context: Context, member: StaffMember, seen: Pick<Acting, 'orderId' | 'revision'>) {
  return (ctx: Shop): Acting => ({
    ...deskOf(context, member),
    ctx,
    sellables: context.get(sellablesContext),
    mayOverride: mayDo(member.role, 'override'),
    ...seen,
    keyedHash: ctx.keyedHash,
  })
}

type Previewing = { orderId: string; verb: OrderVerb; given: SubmittedFields }

async function showPreview(context: Context, member: StaffMember, { orderId, verb, given }: Previewing) {
  const shop = context.get(shopContext)
  const sheet = await openSheet(shop, member, orderId)
  if (!sheet) return formError(409, { form: ['There is no order of this code.'] }, given)
  const { mails, fieldErrors } = await previewMails(shop, {
    sheet,
    verb,
    given,
    jobs: context.get(jobsContext),
    actingIn: actingOn(context, member, { orderId, revision: sheet.revision }),
  })
  const isRefused = Object.keys(fieldErrors).length > 0
  return data({ fieldErrors, given, since: [], mails }, { status: isRefused ? 422 : 200 })
}

async function openSheet(
  shop: Shop,
  member: StaffMember,
  orderId: string,
  aboutIt: ReturnType<typeof listMailsAbout> | never[] = [],
) {
  const [record, mails] = await Promise.all([findSheet(shop.db, orderId), aboutIt])
  if (!record) return undefined
  const [life, goods] = await Promise.all([findLife(shop.db, record.order), findGoods(shop.db, record.order)])
  return showSheet(record, { life, goods, member, mails, now: shop.now(), timeZone: shop.timeZone })
}

function perform(verb: OrderVerb, acting: Acting, input: unknown) {
  const task = verbs[verb] as (acting: Acting, input: unknown) => ReturnType<(typeof verbs)['note']>
  return task(acting, input)
}

export default function OrderSheetPage({ loaderData, actionData }: Route.ComponentProps) {
  const { sheet, verb, mayAudit } = loaderData
  const sheetPath = `${ordersPath}/${sheet.orderId}`
  const preview = actionData && 'mails' in actionData ? (actionData.mails as ShownMail[]) : undefined
  const since = actionData && 'since' in actionData ? actionData.since : []
  // A verb that has become impossible has no form to say why.
  const refusal = verb ? [] : [...since, ...Object.values(actionData?.fieldErrors ?? {}).flat()]
  const dueCents = sheet.firearms.reduce((sum, { balanceDueCents }) => sum + balanceDueCents, 0)
  const balanceWhen = sheet.firearms.find((firearm) => firearm.balanceWhen)?.balanceWhen
  const heading = [sheet.buyerName, sheet.subject].filter(Boolean).join(', ')
  return (
    <Sheet
      title={`Order ${sheet.orderId}`}
      heading={heading}
      head={
        <Frame>
          <Status kind={sheet.status.kind}>{sheet.status.word}</Status>
          <span>
            {sheet.age}
            <span className="sr-only"> since it was {sheet.isPaid ? 'paid' : 'placed'}</span>
          </span>
          {balanceWhen && <span>balance {balanceWhen}</span>}
        </Frame>
      }
      next={nextWords(sheet)}
      state={<Status kind={sheet.status.kind}>{sheet.status.word}</Status>}
      cells={[
        ...(dueCents > 0 ? [{ label: 'Due', value: formatCentsExact(dueCents) }] : []),
        ...(sheet.mayReadMoney ? [{ label: 'Held', value: formatCentsExact(sheet.money.heldCents) }] : []),
        { label: 'Revision', value: sheet.revisions.length },
        { label: 'Started', value: sheet.startedOn },
      ]}
      action={
        <>
          {mayAudit && (
            <VerbLink look="quiet" to={`/staff/audit?subject=${sheet.orderId}`}>
              Audit
            </VerbLink>
          )}
          <PrintVerb>Print</PrintVerb>
          <VerbLink to={ordersPath}>All orders</VerbLink>
        </>
      }
    >
      {refusal.length > 0 && <SheetNotice kind="no">{refusal.join(' ')}</SheetNotice>}
      <OrderSheet
        sheet={sheet}
        actions={
          <Actions>
            {sheet.actions.map((action) => (
              <Action
                key={action.verb}
                gates={action.gates}
                form={
                  action.verb === verb && (
                    <VerbForm
                      key={verb}
                      formKey={loaderData.formKey}
                      sheet={sheet}
                      verb={verb}
                      errors={actionData?.fieldErrors ?? {}}
                      given={actionData?.given ?? {}}
                      mails={preview ?? loaderData.mails}
                      isRequested={preview !== undefined}
                      closeTo={sheetPath}
                      found={loaderData.found}
                      since={since}
                    />
                  )
                }
              >
                {action.gates.length > 0 ? (
                  action.label
                ) : (
                  <Link to={`${sheetPath}?do=${action.verb}`}>{action.label}</Link>
                )}
              </Action>
            ))}
          </Actions>
        }
      />
    </Sheet>
  )
}

function nextWords({
  review,
  firearms,
  documents,
  shipping,
}: Pick<ShownSheet, 'review' | 'firearms' | 'documents' | 'shipping'>): string | undefined {
  if (review === 'waiting') return 'Decide the review.'
  if (documents.some(({ state }) => state === 'waiting'))
    return 'Read the document that came, and accept or refuse it.'
  if (review === 'document') return 'Wait for the document that was requested, or decide.'
  if (review === 'refused') return 'The state rules refuse it: decline it, or correct what is wrong.'
  if (shipping?.left) return 'Pack what is to be shipped.'
  if (shipping?.parcels.some(({ isOpen }) => isOpen)) return 'Hand the parcel to its carrier.'
  const firearm = firearms.find(({ isOpen }) => isOpen)
  if (!firearm?.next) return undefined
  const [gate] = firearm.heldBy
  return gate ? gateWords[gate].held : `Move it to ${stageLabels[firearm.next]}.`
}

function Actions({ children }: { children: ReactNode }) {
  return <ul className="con-actions">{children}</ul>
}

type ActionProps = {
  children: ReactNode
  shape?: ShapeName
  gates?: readonly ReactNode[]
  form?: ReactNode
}

function Action(props: ActionProps) {
  const { children, shape = 'act', gates = [], form } = props
  const isHeld = gates.length > 0
  return (
    <li data-current={form ? '' : undefined}>
      <Shape kind={isHeld ? 'gate' : shape} />
      <span className={isHeld ? 'text-muted' : undefined}>{children}</span>
      {isHeld && <span className="text-faint">{countGates(gates.length)}</span>}
      {isHeld && (
        <p>
          {gates.map((gate, at) => (
            <span key={at}>{gate} </span>
          ))}
        </p>
      )}
      {form && <div>{form}</div>}
    </li>
  )
}

function countGates(held: number): string {
  return held === 1 ? '1 gate' : `${held} gates`
}
