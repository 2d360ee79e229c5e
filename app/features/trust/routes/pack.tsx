import { data, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import '../trust.css'
import '../pack.css'
import '../pack-files.css'
import { transact } from '#app/db/work.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import type { FieldErrors } from '#app/http/form.ts'
import { dateFormat } from '#app/kit/date-format.ts'
import { notFound } from '#app/http/not-found.ts'
import { tooManyWords } from '#app/http/refused.ts'
import { privateHeaders, requireOwnOrder } from '../../orders/access.server.ts'
import { lineRefund } from '../../orders/rules/refunds.ts'
import { PackPage } from '../components/pack-page.tsx'
import { editionsAsOf, stateEditions } from '../data/state-editions.ts'
import { parseAnswers } from '../input.ts'
import { listEarned } from '../store/grants.server.ts'
import { packIdOf } from '../store/packs.server.ts'
import { findPack, saveAnswers } from '../store/worksheet.server.ts'
import { packWords } from '../words.ts'
import type { Route } from './+types/pack'

export const headers = () => privateHeaders

export const meta = () => [{ title: 'Your trust pack | PACo' }, { name: 'robots', content: 'noindex' }]

/** What an order has of trust packs: a bought one with its worksheet, codes that its reservations earned, or both. */
export async function loader(asked: Route.LoaderArgs) {
  const shop = asked.context.get(shopContext)
  const { order } = await requireOwnOrder(asked)
  const [pack, codes] = await Promise.all([
    findPack(shop.db, order.id),
    listEarned(shop.db, shop.certify, order.id),
  ])
  if (!pack && codes.length === 0) throw noPack(order.id)
  const line = order.lines.find(({ ref }) => packIdOf(ref) === pack?.id)
  const edition = stateEditions.find(({ code }) => code === pack?.answers.state)
  return {
    orderId: order.id,
    codes,
    pack: pack && {
      ...{ answers: pack.answers, version: pack.version, downloaded: pack.downloaded },
      savedAt: pack.savedAt && formatSaved(pack.savedAt, shop.timeZone),
      isRefundable: line !== undefined && lineRefund(line, order, shop.now()).ok,
    },
    edition: { name: edition?.name ?? '', notes: edition?.notes ?? [], asOf: editionsAsOf },
    isDeleted: new URL(asked.request.url).searchParams.get('answers') === 'deleted',
  }
}

/** Keeps the worksheet as it stands. Sent as somebody types, it overwrites nothing that it has not seen. */
export async function action(asked: Route.ActionArgs) {
  const shop = asked.context.get(shopContext)
  const { order } = await requireOwnOrder(asked)
  const form = await asked.request.formData()
  const given = typedIn(form)
  const limit = await shop.limits.take('worksheet', order.id)
  if (!limit.ok) return sayNo(429, 'too_many', { form: [tooManyWords(limit.retryAfterSeconds)] }, given)
  const parsed = parseAnswers(form)
  if (!parsed.ok) return sayNo(422, 'wrong', parsed.fieldErrors, given)
  const pack = await findPack(shop.db, order.id)
  if (!pack) throw noPack(order.id)
  const seen = Number.parseInt(given.version ?? '', 10)
  const known = Number.isNaN(seen) ? undefined : seen
  const version = await transact(shop, (work) => saveAnswers(work, pack.id, parsed.answers, known))
  if (version === undefined) return sayNo(409, 'elsewhere', { form: [packWords.elsewhere] }, given)
  if (given.auto === 'yes') return { version, savedAt: formatSaved(shop.now(), shop.timeZone) }
  return redirect(`/orders/${order.id}/trust`, { status: 303, headers: privateHeaders })
}

/** What never arrived is said; the answers stay on the page and are tried again. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return { why: 'offline' as const, fieldErrors: {} as FieldErrors, given: {} as Typed }
  }
}

/** What is saved as somebody types is on the page already. */
export function shouldRevalidate({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formData?.get('auto') !== 'yes' && defaultShouldRevalidate
}

export default function Pack({ loaderData, actionData }: Route.ComponentProps) {
  return <PackPage {...loaderData} answer={actionData && 'given' in actionData ? actionData : undefined} />
}

type Why = 'elsewhere' | 'wrong' | 'too_many'
type Typed = Readonly<Record<string, string>>

function sayNo(status: 409 | 422 | 429, why: Why, fieldErrors: FieldErrors, given: Typed) {
  return data({ why, fieldErrors, given }, { status })
}

function typedIn(form: FormData): Typed {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}

function noPack(orderId: string) {
  return notFound('No trust pack here', {
    text: 'This order has no trust pack, or it was given back.',
    link: { to: `/orders/${orderId}`, label: 'Back to the order' },
  })
}

function formatSaved(at: Date, timeZone: string): string {
  return dateFormat('en-US', {
    ...{ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', second: '2-digit', timeZone },
  }).format(at)
}
