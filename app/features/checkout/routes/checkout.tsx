import { data, redirect } from 'react-router'
import '#app/features/orders/forms.css'
import '#app/features/orders/order.css'
import '#app/features/payments/accept-form.css'
import type { Reason, Verdict } from '#app/features/compliance/rules.ts'
import { verdictText } from '#app/features/compliance/words.ts'
import { shopContext } from '#app/http/context.server.ts'
import { type FieldErrors, parseForm, readForm, type SubmittedFields } from '#app/http/form.ts'
import { submittedFields } from '#app/http/submitted-fields.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { secretToken } from '#app/kit/ids.ts'
import { carriesCardData, type PaymentMethod } from '#app/gateway/gateway.ts'
import { heldProof, holdProofField } from '#app/http/proofs.ts'
import { readOrderToken, requireOwnOrder } from '#app/features/orders/access.server.ts'
import { CheckoutPage, HoldEnded } from '../components/checkout-page.tsx'
import {
  AttestationField,
  BuyerParts,
  CheckoutForm,
  PaymentFields,
  Submit,
} from '../components/buyer-parts.tsx'
import { formatCents } from '#app/kit/money.ts'
import { ToastMark } from '#app/ui/toaster.tsx'
import { findInvoiceDue, payOrder, type PayRefused } from '../flows.server.ts'
import { buyerOf, checkoutInput, paymentInput, type PayForm } from '../input.ts'
import { isAtCap, isSettling, mayPay } from '#app/features/orders/rules.ts'
import { formatMoment, invoiceWords, nameHeld } from '#app/features/orders/words.ts'
import { type Needs, needsOf } from '#app/features/orders/goods.ts'
import { confirmedStatement } from '../attestation.ts'
import { saveBuyer } from '../store/hold.server.ts'
import { findOrder, type OrderView } from '#app/features/orders/store/read.server.ts'
import { storedGood } from '#app/features/orders/sellable.ts'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { askOpens } from '#app/features/orders/store/links.server.ts'
import { normalizeCode } from '#app/kit/text.ts'
import { findChoice } from '#app/features/orders/store/shown-lines.server.ts'
import {
  confirmEmailPath,
  declineWords,
  holdLimitWords,
  invoiceRefusalWords,
  payRefusalWords,
  renewField,
} from '../words.ts'
import { cardDataWords } from '#app/features/payments/words.ts'
import type { Route } from './+types/checkout'
import {
  listedCodeOf,
  withListedDealer,
  renewOwn,
  showCheckout,
  checkoutSubject,
} from './shown-checkout.server.ts'
import { savedFormValues } from '#app/features/orders/input.ts'
import { type Recipient, recipientOf } from '#app/features/orders/quote.ts'
import { transact } from '#app/db/db.server.ts'
import { tooManyWords } from '#app/http/errors.ts'
import { guardPayment, hasConfirmed, openMailedCheckout, payProofBits } from '../access.server.ts'

/** The action may fail after the card was charged (server/guards.ts). */
export const handle = { mayCharge: true }

export const meta = () => [{ title: siteTitle('Checkout') }]

export async function loader(args: Route.LoaderArgs) {
  const key = new URL(args.request.url).searchParams.get('key')
  const orderId = normalizeCode(args.params.order)
  // The link that confirms an email leads here from any browser.
  if (key !== null) return openMailedCheckout(args, orderId, key)
  const shop = args.context.get(shopContext)
  const sellables = args.context.get(sellablesContext)
  const [{ order }, proofBits] = await Promise.all([requireOwnOrder(args), payProofBits(args)])
  const now = shop.now()
  const payable = mayPay(order, now)
  if (!payable.ok) {
    if (payable.why === 'already_paid' || payable.why === 'already_paying')
      throw redirect(`/orders/${order.id}`)
    return { ...checkoutSubject(order, sellables), over: payable.why }
  }
  const choice = await findChoice(shop.db, sellables, order)
  if (choice?.isOpen) throw redirect(choice.to)
  // The total depends on the address, so ask for it first.
  if (needsOf(order.lines).shipping && !order.quotedAt) throw redirect(`/checkout/${order.id}/details`)
  const to = recipientOf(order)
  const shown = await showCheckout(shop, sellables, order, now)
  const confirmed = confirmedStatement(order)
  const due = await findDue(args, order)
  return {
    ...shown,
    over: null,
    choice: choice ?? null,
    totalCents: order.totalCents,
    formKey: secretToken(),
    way: shop.gateway.checkout,
    dueOn: due?.ok ? formatMoment(due.dueAt, shop.timeZone) : '',
    proofBits,
    to,
    given: {
      ...savedFormValues(order),
      // What an earlier payment confirmed stays confirmed, unless it has changed since.
      ...(confirmed && { attestation: 'yes', statement: confirmed }),
      dealerListed: await listedCodeOf(shop, order),
    },
    declined: declineOf(order, shown.backTo !== null, shop.timeZone),
  }
}

export async function action(args: Route.ActionArgs) {
  const submitted = await readForm(args.request)
  if (submitted.has(renewField)) {
    const late = await renewOwn(args)
    const given = carriesCardData(submitted)
      ? {}
      : givenAgain(submitted, args.context.get(shopContext).gateway.checkout)
    return checkoutError(late.form ? 429 : 200, late, given)
  }
  // A free order has no payment fields.
  if (submitted.get('total') === '0') submitted.set('paymentToken', 'nothing')
  return pay(args, submitted)
}

/** Without its `lines` the form itself says what it was asked for, and the statement that pays checks that. */
async function pay(
  args: Route.ActionArgs,
  submitted: FormData,
  lines?: OrderView['lines'],
): Promise<ReturnType<typeof checkoutError> | Response> {
  const shop = args.context.get(shopContext)
  const sellables = args.context.get(sellablesContext)
  const orderId = normalizeCode(args.params.order)
  const token = readOrderToken(args.request, orderId)
  const again = async () => pay(args, submitted, (await requireOwnOrder(args)).order.lines)
  const isOwn = token ? askOpens(shop, orderId, token) : undefined
  const isReadFirst = !isOwn || shop.gateway.checkout.kind === 'invoice' || carriesCardData(submitted)
  if (!lines && isReadFirst) return again()
  if (carriesCardData(submitted)) return checkoutError(422, { form: [cardDataWords] }, {})
  const given = givenAgain(submitted, shop.gateway.checkout)
  const asked = { shipping: !submitted.has('email'), fflTransfer: submitted.has('dealer') }
  const needs = lines ? needsOf(lines) : asked
  // With shipping, the first page already stored the buyer.
  const parsed = needs.shipping
    ? parseForm(paymentInput, submitted)
    : parseForm(checkoutInput(needs), submitted)
  if (!parsed.ok) return lines ? checkoutError(422, toVisibleErrors(parsed.fieldErrors), given) : again()

  const listed = await withListedDealer(shop, parsed.value)
  if (!listed.ok) return lines ? checkoutError(409, listed.fieldErrors, given) : again()
  const { form } = listed
  const { payer, tried } = await guardPayment(args, orderId, { form, proof: submitted.get(holdProofField) })

  const asks = await confirmFirst(args, orderId, form)
  if (asks) return 'fieldErrors' in asks ? checkoutError(asks.status, asks.fieldErrors, given) : asks

  const unread = !lines && isOwn && { isOwn, asked }
  const paid = await payOrder(shop, sellables, orderId, form, { payer, tried, ...(unread && { unread }) })
  if (!paid.ok && paid.why === 'unlike_form') return again()
  if (paid.ok && paid.isPaid) return redirect(`/orders/${orderId}`, 303)
  const fieldErrors = paid.ok ? undefined : payErrors(paid, needs)
  // The page that refuses names the line by what was typed, and can remove it.
  if (!paid.ok && 'verdict' in paid) await saveBuyer({ tx: shop.db }, orderId, buyerOf(form))
  const isTooMuch = !paid.ok && paid.why === 'too_many_tries'
  if (fieldErrors) return checkoutError(isTooMuch ? 429 : 409, fieldErrors, given)
  // Show everything else on a reloadable page: the order page once money is involved, else this one.
  const after = await findOrder(shop.db, orderId)
  const isInvolved = after && (isSettling(after.state) || after.paidAt !== null)
  return redirect(isInvolved ? `/orders/${orderId}` : `/checkout/${orderId}`, 303)
}

function payErrors(refused: PayRefused, needs: Pick<Needs, 'shipping'>): FieldErrors | undefined {
  if ('verdict' in refused) return stateErrors(refused.verdict, needs)
  const { why } = refused
  if (hasRefusalWords(why)) return { form: [payRefusalWords[why]] }
  const limited = holdLimitWords(refused)
  return limited && { [limitedField[why] ?? 'email']: [limited.text] }
}

const limitedField: Record<string, string> = { card_limit: 'paymentToken', home_limit: 'name' }

/** At the field of the refusing state; for the whole form where the delivery page has the fields. */
function stateErrors(verdict: Verdict, { shipping }: Pick<Needs, 'shipping'>): FieldErrors {
  if (shipping) return { form: [verdictText(verdict)] }
  const about = (role: Reason['role']) => verdict.reasons.filter((reason) => reason.role === role)
  const words = (reasons: Reason[]) =>
    reasons.length ? [verdictText({ outcome: verdict.outcome, reasons })] : undefined
  return {
    form: words(about('delivery')),
    state: words(about('buyer')),
    dealerState: words(about('dealer')),
  }
}

/** The input, with the chosen test card: its name is no secret. */
function givenAgain(form: FormData, method: PaymentMethod): SubmittedFields {
  const cards = method.kind === 'test-cards' ? method.cards : []
  const card = cards.find(({ token }) => token === form.get('paymentToken'))?.token
  // The form that comes back has a key of its own.
  const { formKey: _, ...typed } = submittedFields(form)
  return { ...typed, ...(card && { paymentToken: card }) }
}

function hasRefusalWords(why: string): why is keyof typeof payRefusalWords {
  return Object.hasOwn(payRefusalWords, why)
}

const unreadableWords = 'This form arrived incomplete, and nothing was charged. Check it and send it again.'

function toVisibleErrors({ formKey, total, statement, ...seen }: FieldErrors): FieldErrors {
  return formKey || total || statement ? { ...seen, form: [...(seen.form ?? []), unreadableWords] } : seen
}

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.over !== null) return <HoldEnded {...loaderData} why={loaderData.over} />
  const { orderId, totalCents, way, dueOn, needs, to, canRenew, proofBits, declined, words } = loaderData
  const errors = actionData?.fieldErrors ?? (declined ? { paymentToken: [declined.text] } : {})
  const given = actionData?.given ?? loaderData.given
  const filled = { given, errors }
  // A form that asks for the state itself answers when it is sent, as the state may be another one by then.
  const blocked = needs.shipping ? loaderData.lines.filter(({ refusal }) => refusal !== '').length : 0
  return (
    <CheckoutPage {...loaderData}>
      {declined && !actionData && words.failure && (
        <ToastMark title={words.failure.title} description={words.failure.text} kind="destructive" />
      )}
      <CheckoutForm
        orderId={orderId}
        id="reservation"
        errors={errors}
        title={!actionData && declined ? 'Payment declined' : undefined}
        answer={actionData?.formKey ?? declined?.attemptId ?? 'none yet'}
        findsDealer={needs.fflTransfer && !to}
        data-failed={JSON.stringify({ description: networkErrorWords })}
        {...(proofBits > 0 && heldProof(`pay:${orderId}`, proofBits))}
      >
        {/* Browsers restore values after a reload; an old key must not be restored. */}
        <input
          type="hidden"
          name="formKey"
          value={actionData?.formKey ?? loaderData.formKey}
          autoComplete="off"
        />
        {/* The displayed total is the total that is charged; if it changed, we ask again. */}
        <input type="hidden" name="total" value={totalCents} autoComplete="off" />
        {to ? <DeliverySummary orderId={orderId} to={to} /> : <BuyerParts {...loaderData} {...filled} />}
        {totalCents > 0 && (
          <PaymentFields method={way} dueOn={dueOn} isOwed={loaderData.backTo !== null} {...filled} />
        )}
        <div className="grid min-w-0 gap-6">
          <AttestationField {...loaderData} {...filled} />
          <details className="text-sm/normal text-faint [&>p]:max-w-text [&>p]:pt-1">
            <summary className="w-fit py-3 text-muted underline decoration-control decoration-1 underline-offset-4 hover:decoration-accent">
              The refund policy
            </summary>
            {loaderData.policy.map((rule) => (
              <p key={rule}>{rule}</p>
            ))}
          </details>
        </div>
        <Submit
          label={payLabel(loaderData)}
          busy={words.busy ?? 'Processing...'}
          canRenew={canRenew}
          {...(blocked > 0 && { blocked: blockedWords(blocked) })}
        />
      </CheckoutForm>
    </CheckoutPage>
  )
}

/** Shown when no response came: whether the payment went through is unknown, and submitting again finds out. */
const networkErrorWords =
  'We couldn’t connect. Everything you typed is still here. Press again when you’re back online: you’re never charged twice.'

type Paid = Pick<Awaited<ReturnType<typeof showCheckout>>, 'isDeposit'> & {
  way: PaymentMethod
  totalCents: number
}

function payLabel({ way, totalCents, isDeposit }: Paid): string {
  if (totalCents === 0) return 'Confirm the order'
  if (way.kind === 'invoice') return invoiceWords.button
  return isDeposit ? `Pay the ${formatCents(totalCents)} deposit` : `Pay ${formatCents(totalCents)}`
}

function blockedWords(lines: number): string {
  return lines === 1
    ? 'We can’t sell one item to this address. Remove it from the order, or change the address.'
    : `We can’t sell ${lines} items to this address. Remove them from the order, or change the address.`
}

function DeliverySummary({ orderId, to }: { orderId: string; to: Recipient }) {
  return (
    <section className="grid min-w-0 gap-6" aria-labelledby="deliver-to">
      <h2 className="h3 border-b border-hairline pb-3" id="deliver-to">
        Deliver to
      </h2>
      <div className="grid grid-cols-1 justify-items-start gap-3">
        <address className="grid not-italic wrap-anywhere">
          {to.name}
          {to.lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
        <p className="text-sm wrap-anywhere text-muted">
          {to.shipping}. Your private link goes to {to.email}.
        </p>
        <a
          href={`/checkout/${orderId}/details`}
          className="py-1.5 underline decoration-control underline-offset-4"
        >
          Change
        </a>
      </div>
    </section>
  )
}

/** Each answer gets a new form key, because the old one may have been used. */
function checkoutError(status: 200 | 409 | 422 | 429, fieldErrors: FieldErrors, given: SubmittedFields) {
  return data({ fieldErrors, given, formKey: secretToken() }, { status })
}

function declineOf(order: OrderView, isOwed: boolean, timeZone: string) {
  const { lastAttempt, expiresAt, lines } = order
  if (lastAttempt?.state !== 'declined' && lastAttempt?.state !== 'abandoned') return null
  const end = isAtCap(order) ? formatMoment(expiresAt, timeZone) : undefined
  const held = isOwed ? null : nameHeld(lines)
  return { attemptId: lastAttempt.id, text: declineWords(lastAttempt.declineReason, held, end) }
}

/** An invoice holds goods for days, so its email is confirmed before: until then the order is an ordinary hold. */
async function confirmFirst(
  args: Route.ActionArgs,
  orderId: string,
  form: PayForm,
): Promise<Response | { status: 409 | 429; fieldErrors: FieldErrors } | undefined> {
  const shop = args.context.get(shopContext)
  if (shop.gateway.checkout.kind !== 'invoice' || form.total === 0) return undefined
  const order = await findOrder(shop.db, orderId)
  const email = buyerOf(form)?.buyerEmail ?? order?.buyerEmail
  // The payment reports why it is refused.
  if (!order || !email || order.totalCents === 0 || !mayPay(order, shop.now()).ok) return undefined
  const due = await findDue(args, order)
  if (due && !due.ok) return { status: 409, fieldErrors: { form: [invoiceRefusalWords[due.why]] } }
  if (hasConfirmed(args, email)) return undefined
  const limit = await shop.limits.take('mailTo', email)
  if (!limit.ok) return { status: 429, fieldErrors: { email: [tooManyWords(limit.retryAfterSeconds)] } }
  await transact(shop, async (work) => {
    await saveBuyer(work, orderId, buyerOf(form))
    await work.enqueue('mail-hold-confirmation', { email, orderId, requestId: secretToken() })
  })
  return redirect(`${confirmEmailPath}?sent=order`, 303)
}

/** When an invoice of the order would be due; `undefined` where the shop takes cards. */
async function findDue(args: Pick<Route.ActionArgs, 'context'>, { lines }: Pick<OrderView, 'lines'>) {
  const { db, gateway, now } = args.context.get(shopContext)
  if (gateway.checkout.kind !== 'invoice') return undefined
  const goods = lines.flatMap((line) => storedGood(args.context.get(sellablesContext), line) ?? [])
  return findInvoiceDue(db, lines, goods, gateway.checkout, now())
}
