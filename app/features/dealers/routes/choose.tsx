import { redirect } from 'react-router'
import { shopContext, type Shop } from '#app/http/context.server.ts'
import { type SubmittedFields, parseForm, type FieldErrors } from '#app/http/form.ts'
import { tooManyWords, formError } from '#app/http/refused.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { requireOwnOrder } from '#app/features/orders/access.server.ts'
import { dealerInput } from '#app/features/orders/input.ts'
import { mayChooseDealer } from '#app/features/orders/refunds.ts'
import type { ChosenDealer } from '#app/features/orders/store/buyer.server.ts'
import type { OrderView } from '#app/features/orders/store/read.server.ts'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { stateName, states } from '#app/features/compliance/rules/states.ts'
import { staysInState } from '#app/features/compliance/rules/residency.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { ChoosePage } from '../components/choose-page.tsx'
import { listedInput } from '../input.ts'
import { firearmSheets } from '../rules/firearm-sheet.ts'
import { chooseForOrder } from '../store/choice.server.ts'
import { countDealers, findDealer, searchDealers } from '../store/search.server.ts'
import { choiceRefusalWords, wordsFor } from '../words.ts'
import type { Route } from './+types/choose'
import { limitSearch } from './limit-search.server.ts'
import { type ItemClass, judge, type Verdict } from '#app/features/compliance/rules.ts'
import { findKnownRules } from '#app/features/compliance/store/state-rules.server.ts'
import { verdictText } from '#app/features/compliance/words.ts'
import type { StateNotices } from '#app/features/orders/components/buyer-fields.tsx'

export const meta = () => [{ title: siteTitle('Your dealer') }]

export async function loader(args: Route.LoaderArgs) {
  const { context, request } = args
  const shop = context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  if (!mayChooseDealer(order, shop.now()).ok) throw redirect(`/orders/${order.id}`)
  const typed = (new URL(request.url).searchParams.get('near') ?? '').trim().slice(0, 80)
  const limit = typed ? await limitSearch(args, order.id) : { ok: true as const }
  const line = order.lines.find(({ fulfillment }) => fulfillment === 'ffl_transfer')
  const [found, { listed }] = await Promise.all([
    typed && limit.ok ? searchDealers(shop.db, typed, shop.now()) : [],
    countDealers(shop.db),
  ])
  return {
    orderId: order.id,
    theme: line?.plate?.theme ?? 'noir',
    firearms: line ? [line.title, line.detail].filter(Boolean).join(', ') : '',
    kind: wordsFor(firearmSheets(order.lines)),
    onlyIn:
      order.buyerState && line?.itemClass && staysInState(line.itemClass) ? stateName(order.buyerState) : '',
    named: namedIn(order),
    typed,
    found,
    hasList: listed > 0,
    wait: limit.ok ? '' : tooManyWords(limit.retryAfterSeconds),
    notices: await dealerNotices(shop, line?.itemClass ?? null, order.buyerState),
  }
}

export async function action(args: Route.ActionArgs) {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  const form = await readForm(args.request)
  const chosen = form.has('listed') ? await listedDealer(args, form) : namedDealer(form)
  if (!chosen.ok) return chosen.answer
  const { dealer, given } = chosen
  const limit = await shop.limits.take('orderChange', order.id)
  if (!limit.ok) return formError(429, { form: [tooManyWords(limit.retryAfterSeconds)] }, given)
  const done = await chooseForOrder(shop, args.context.get(sellablesContext), order.id, dealer)
  // With a known address the request is already sent; otherwise the next page asks for the address.
  if (done.ok) return redirect(`/orders/${order.id}${done.isRequested ? '' : '/dealer/request'}`, 303)
  if (done.why !== 'refused_by_state') return formError(409, { form: [choiceRefusalWords[done.why]] }, given)
  const { dealerState = [] } = refusedFields(done.verdict)
  return formError(409, dealer.dealerKey ? { form: dealerState } : { dealerState }, given)
}

export default function Choose({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ChoosePage
      {...loaderData}
      given={actionData?.given ?? loaderData.named}
      errors={actionData?.fieldErrors ?? {}}
    />
  )
}

type Chosen =
  | { ok: true; dealer: ChosenDealer; given: SubmittedFields }
  | { ok: false; answer: ReturnType<typeof formError> }

async function listedDealer({ context }: Route.ActionArgs, form: FormData): Promise<Chosen> {
  const parsed = parseForm(listedInput, form)
  const { db, now } = context.get(shopContext)
  const dealer = parsed.ok ? await findDealer(db, parsed.value.listed, now()) : undefined
  if (!dealer) return { ok: false, answer: formError(409, { form: [choiceRefusalWords.unlisted] }, {}) }
  const { key: dealerKey, city: dealerCity, state: dealerState, zip: dealerZip } = dealer
  return {
    ok: true,
    dealer: { dealerKey, dealerName: dealer.tradeName ?? dealer.name, dealerCity, dealerState, dealerZip },
    given: {},
  }
}

function namedDealer(form: FormData): Chosen {
  const parsed = parseForm(dealerInput, form)
  return parsed.ok
    ? { ok: true, dealer: parsed.value, given: parsed.value }
    : { ok: false, answer: formError(422, parsed.fieldErrors, parsed.given) }
}

function namedIn({ dealerKey, dealerName, dealerCity, dealerState }: OrderView): SubmittedFields {
  if (dealerKey) return {}
  return { dealerName: dealerName ?? '', dealerCity: dealerCity ?? '', dealerState: dealerState ?? '' }
}

async function dealerNotices(
  { db, now }: Shop,
  itemClass: ItemClass | null,
  buyerState: string | null,
): Promise<StateNotices> {
  if (!itemClass) return {}
  const rules = await findKnownRules(db, now())
  return Object.fromEntries(
    states.flatMap(({ code }) => {
      const sale = { itemClass, buyerState: buyerState ?? code, dealerState: code }
      const { outcome, reasons: all } = judge(sale, rules, now())
      const reasons = all.filter(({ role }) => role === 'dealer')
      if (outcome === 'allowed' || reasons.length === 0) return []
      return [[code, { outcome, text: verdictText({ outcome, reasons }) }]]
    }),
  )
}

function refusedFields(verdict: Verdict): FieldErrors {
  return { dealerState: [verdictText(verdict)] }
}
