import { data, Form } from 'react-router'
import { Frame, Status, Shape } from '#app/features/console/components/status.tsx'
import { PrintVerb, VerbLink, Verb } from '#app/features/console/components/verb.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { type KnownDealer, listKnownDealers } from '#app/features/dealers/store/search.server.ts'
import { listMailsAbout } from '#app/mail/mail-job.server.ts'
import { requireRecentSignIn, requireRight, staffMember } from '#app/features/staff/access.server.ts'
import { type Desk, deskOf } from '#app/features/staff/action.server.ts'
import { mayDo, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { type FieldErrors, readForm, type SubmittedFields } from '#app/http/form.ts'
import { submittedFields } from '#app/http/submitted-fields.ts'
import { formError, notFound } from '#app/http/errors.ts'
import { countOf, normalizeCode } from '#app/kit/text.ts'
import { secretToken } from '#app/kit/ids.ts'
import { formatStamp } from '#app/kit/dates.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { sumOf } from '#app/ledger/postings.ts'
import { isPaid } from '#app/features/orders/rules.ts'
import { movedRows, OrderSheet } from './order-sheet.tsx'
import { formatAge, stageLabels, ordersPath } from '../listed.ts'
import { findSheet, showSheet, type ShownSheet } from '../sheet.server.ts'
import {
  anyVerb,
  orderAction,
  type OrderVerb,
  previewMails,
  type ShownMail,
  showActions,
  showVerb,
  verbNames,
  type ShownVerb,
} from '../verbs.server.ts'
import type { Route } from './+types/order'
import { gateRules } from '#app/features/reservations/rules.ts'
import type { ReactNode } from 'react'
import { CheckField, deskFieldsOf, TextField } from '#app/features/console/components/fields.tsx'
import { RecordForm } from '#app/features/console/components/record-form.tsx'

export const handle: StaffHandle = { right: 'orders.read' }

export async function loader({ context, params: { order: code }, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const desk = deskOf(context, staffMember(context))
  const orderId = normalizeCode(code)
  const opened = await openSheet(desk, orderId)
  if (!opened)
    throw notFound('No Such Order', {
      text: `There is no order with the code ${orderId}.`,
      link: { to: '/staff/orders', label: 'All orders' },
    })
  const { sheet, actions } = opened
  const params = new URL(request.url).searchParams
  const wanted = params.get('do')
  const open = actions.find(({ verb, gates }) => verb === wanted && gates.length === 0)?.verb
  // Signing in again comes before the form, so that nothing typed is lost.
  if (open && anyVerb(open).recent) await requireRecentSignIn(context, request)
  const typed = open === 'set_dealer' ? (params.get('dealer') ?? '').trim().slice(0, 80) : ''
  const formKey = secretToken()
  const [dealers, preview] = await Promise.all([
    typed ? listKnownDealers(shop.db, typed, shop.now()) : [],
    open && anyVerb(open).mails ? previewMails(context, desk, sheet, open, { key: formKey }) : undefined,
  ])
  return {
    formKey,
    sheet,
    actions,
    verb: open ? showVerb(sheet, open) : null,
    mayAudit: mayDo(desk.member.role, 'audit.read'),
    found: { typed, key: sheet.order.dealerKey ?? '', dealers: dealers.map(showFoundDealer) },
    mails: preview?.mails ?? [],
  }
}

/** A press of a verb's button, or of the one that shows what it would send. */
export const action = Object.assign(
  async (args: Route.ActionArgs) => {
    const form = await readForm(args.request)
    const verb = verbNames.find((name) => name === form.get('verb'))
    return verb && form.has('preview') ? showPreview(args, verb, submittedFields(form)) : orderAction(args)
  },
  { asks: orderAction.asks },
)

async function showPreview({ context, params }: Route.ActionArgs, verb: OrderVerb, given: SubmittedFields) {
  const desk = deskOf(context, requireRight(context, anyVerb(verb).right))
  const opened = await openSheet(desk, normalizeCode(params.order))
  if (!opened) return formError(409, { form: ['There is no order of this code.'] }, given)
  const { mails, fieldErrors } = await previewMails(context, desk, opened.sheet, verb, given)
  const isRefused = Object.keys(fieldErrors).length > 0
  return data({ fieldErrors, given, mails }, { status: isRefused ? 422 : 200 })
}

async function openSheet({ ctx, member, timeZone }: Desk, orderId: string) {
  const [record, mails] = await Promise.all([findSheet(ctx.db, orderId), listMailsAbout(ctx.db, orderId)])
  if (!record) return undefined
  const sheet = showSheet(record, { member, mails, now: ctx.now(), timeZone })
  return { sheet, actions: showActions(record, sheet, member.role) }
}

/** A dealer that a search found. Staff see the street: it tells two of one name apart. */
function showFoundDealer({ key, name, tradeName, street, city, state, zip, unlistedAt }: KnownDealer) {
  const words = [tradeName ?? name, street, `${city}, ${state} ${zip}`, key, unlistedAt && 'no longer listed']
  return { key, words: words.filter(Boolean).join(', ') }
}

export default function OrderSheetPage({ loaderData, actionData }: Route.ComponentProps) {
  const { sheet, actions, verb, mayAudit } = loaderData
  const { order, now, timeZone } = sheet
  const preview = actionData && 'mails' in actionData ? (actionData.mails as ShownMail[]) : undefined
  const errors: FieldErrors = actionData?.fieldErrors ?? {}
  // A verb that has become impossible has no form to say why.
  const refusal = verb ? [] : Object.values(errors).flat()
  const dueCents = sheet.firearms.reduce((sum, { balanceDueCents }) => sum + balanceDueCents, 0)
  const balanceWhen = sheet.firearms.find((firearm) => firearm.balanceWhen)?.balanceWhen
  const heading = [order.buyerName, sheet.subject].filter(Boolean).join(', ')
  return (
    <Sheet
      title={`Order ${order.id}`}
      heading={heading}
      head={
        <Frame>
          <Status kind={sheet.status.kind}>{sheet.status.word}</Status>
          <span>
            {formatAge(order.paidAt ?? order.createdAt, now)}
            <span className="sr-only"> since it was {order.paidAt ? 'paid' : 'placed'}</span>
          </span>
          {balanceWhen && <span>balance {balanceWhen}</span>}
        </Frame>
      }
      next={nextWords(sheet)}
      state={<Status kind={sheet.status.kind}>{sheet.status.word}</Status>}
      cells={[
        ...(dueCents > 0 ? [{ label: 'Due', value: formatCentsExact(dueCents) }] : []),
        ...(sheet.mayReadMoney ? [{ label: 'Held', value: formatCentsExact(sumOf(movedRows(sheet))) }] : []),
        { label: 'Revision', value: sheet.revisions.length },
        { label: 'Started', value: formatStamp(order.createdAt, timeZone, now) },
      ]}
      action={
        <>
          {mayAudit && (
            <VerbLink look="quiet" to={`/staff/audit?subject=${order.id}`}>
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
          <ul className="con-actions">
            {actions.map((action) => (
              <Action
                key={action.verb}
                {...action}
                to={`${ordersPath}/${order.id}?do=${action.verb}`}
                form={
                  verb &&
                  action.verb === verb.name && (
                    <VerbForm
                      {...loaderData}
                      key={verb.name}
                      verb={verb}
                      errors={errors}
                      given={actionData?.given ?? {}}
                      mails={preview ?? loaderData.mails}
                      isRequested={preview !== undefined}
                    />
                  )
                }
              />
            ))}
          </ul>
        }
      />
    </Sheet>
  )
}

function nextWords(sheet: ShownSheet): string | undefined {
  const { review, firearms, documents, order, parcels, left } = sheet
  if (review === 'waiting') return 'Decide the review.'
  if (documents.some(({ state }) => state === 'waiting'))
    return 'Read the document that came, and accept or refuse it.'
  if (review === 'document') return 'Wait for the document that was requested, or decide.'
  if (review === 'refused') return 'The state rules refuse it: decline it, or correct what is wrong.'
  if (isPaid(order.state) && left.length > 0) return 'Pack what is to be shipped.'
  if (parcels.some(({ sentAt }) => sentAt === null)) return 'Hand the parcel to its carrier.'
  const firearm = firearms.find(({ isOpen }) => isOpen)
  if (!firearm?.next) return undefined
  const [gate] = firearm.heldBy
  return gate ? gateRules[gate].held : `Move it to ${stageLabels[firearm.next]}.`
}

type ActionProps = { label: string; gates: readonly string[]; to: string; form: ReactNode }

function Action({ label, gates, to, form }: ActionProps) {
  const isHeld = gates.length > 0
  return (
    <li data-current={form ? '' : undefined}>
      <Shape kind={isHeld ? 'gate' : 'act'} />
      <span className={isHeld ? 'text-muted' : undefined}>{isHeld ? label : <a href={to}>{label}</a>}</span>
      {isHeld && <span className="text-faint">{countOf(gates.length, 'gate')}</span>}
      {isHeld && <p>{gates.join(' ')}</p>}
      {form && <div className="grid gap-2">{form}</div>}
    </li>
  )
}

const dealerSearchForm = 'find-dealer'

type Loaded = Awaited<ReturnType<typeof loader>>

type VerbFormProps = Pick<Loaded, 'formKey' | 'sheet' | 'found' | 'mails'> & {
  verb: ShownVerb
  errors: FieldErrors
  given: SubmittedFields
  isRequested: boolean
}

/** The key of the form: a verb that sends a mail sends one, however often it is pressed. */
function VerbForm({ formKey, sheet, verb, errors, given, mails, isRequested, found }: VerbFormProps) {
  const { name, label, button, isStop, lead, fields } = verb
  const isRefused = errors.since !== undefined || errors.form !== undefined
  const isOfDealer = name === 'set_dealer'
  const firearms = fields.find((field) => field.name === 'position')?.options ?? []
  const position = firearms.length === 1 ? firearms[0]?.[0] : undefined
  const asked = fields.filter((field) => field.name !== 'position' || position === undefined)
  const typed = Object.fromEntries(asked.map((field) => [field.name, given[field.name] ?? field.usual]))
  return (
    <>
      {isOfDealer && (
        <Form id={dealerSearchForm} role="search" aria-label="Dealers">
          <input type="hidden" name="do" value={name} />
        </Form>
      )}
      {errors.since && (
        <div role="alert">
          <Status kind="review">This order has changed since you loaded it:</Status>
          <ul>
            {errors.since.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <p className="text-muted">The sheet shows it now. Check it, then press again.</p>
        </div>
      )}
      {lead && <p className="text-muted">{lead}</p>}
      <RecordForm
        label={label}
        fields={asked.map(({ usual: _, ...field }) => field)}
        refused={{ fieldErrors: errors, given: typed }}
        hidden={{ verb: name, key: formKey, revision: sheet.revision, position }}
        submit={button}
        look={isStop ? 'stop' : 'primary'}
        busyWords="Working..."
        isWide
        also={
          <>
            {verb.mails && (
              <Verb look="quiet" name="preview" value="yes">
                Preview the email
              </Verb>
            )}
            <VerbLink look="quiet" to={`${ordersPath}/${sheet.order.id}`} data-back="">
              Close
            </VerbLink>
          </>
        }
      >
        {isOfDealer && <DealerFields given={given} errors={errors} found={found} />}
      </RecordForm>
      <div className="grid gap-2" data-focus={isRequested && !isRefused ? '' : undefined}>
        {mails.map((mail) => (
          <MailPreview key={mail.to + mail.subject} {...mail} />
        ))}
        {isRequested && !isRefused && mails.length === 0 && <p role="status">No email follows at once.</p>}
      </div>
    </>
  )
}

type Filled = { given: SubmittedFields; errors: FieldErrors }

function DealerFields({
  given,
  errors,
  found: { typed, key, dealers },
}: Filled & { found: Loaded['found'] }) {
  return (
    <>
      <TextField
        form={dealerSearchForm}
        label="Find a dealer by name, city, ZIP code or license number"
        name="dealer"
        type="search"
        defaultValue={typed}
      />
      <Verb form={dealerSearchForm} look="quiet">
        Find
      </Verb>
      {typed && dealers.length === 0 && <p role="status">No dealer on the federal list matches that.</p>}
      {dealers.length > 0 ? (
        <fieldset className="grid min-w-0 gap-1">
          <legend>Dealers found</legend>
          {dealers.map((dealer) => (
            <CheckField
              key={dealer.key}
              type="radio"
              label={dealer.words}
              name="license"
              value={dealer.key}
              defaultChecked={dealers.length === 1}
            />
          ))}
          {errors.license && <span className="con-error">Choose a dealer</span>}
        </fieldset>
      ) : (
        <TextField
          label="License number on the federal list"
          {...deskFieldsOf(given, errors)('license', key)}
        />
      )}
    </>
  )
}

const line = 'flex gap-3 border-b border-hairline px-3 py-1.5'

function MailPreview({ to, subject, text }: ShownMail) {
  return (
    <section className="rounded-control border border-control" aria-label="Mail preview">
      <dl>
        <div className={line}>
          <dt className="flex-none text-faint">To</dt>
          <dd>{to}</dd>
        </div>
        <div className={line}>
          <dt className="flex-none text-faint">Re</dt>
          <dd>{subject}</dd>
        </div>
      </dl>
      <div className="px-3 py-2 whitespace-pre-wrap text-muted">{text}</div>
    </section>
  )
}
