import { Form } from 'react-router'
import { TextField } from '#app/features/console/components/fields.tsx'
import { EmptyList } from '#app/features/console/components/section.tsx'
import { Shape, type ShapeName } from '#app/features/console/components/status.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import { foundPart, searchPath, placesFor } from '#app/features/console/rules.ts'
import { staffMember } from '#app/features/staff/access.server.ts'
import { type StaffHandle, mayDo, type StaffRight, type StaffRole } from '#app/features/staff/rules.ts'
import { shopContext, type Shop } from '#app/http/context.server.ts'
import type { Route } from './+types/search'
import { findSavedBuild } from '#app/features/builds/store.server.ts'
import { readCertificate } from '#app/features/certificates/store/code.server.ts'
import { states } from '#app/features/compliance/rules/states.ts'
import { listKnownDealers } from '#app/features/dealers/store/search.server.ts'
import { findUnitOrder } from '#app/features/drops/store/units.server.ts'
import { listSignedRuns } from '#app/features/drops/store/drops.server.ts'
import {
  formatAge,
  goodsOf,
  standardViews,
  orderStatus,
  ordersPath,
} from '#app/features/order-desk/listed.ts'
import { type OrderVerb, orderVerbs } from '#app/features/order-desk/verbs.server.ts'
import {
  findListedOrders,
  findOrderPage,
  type ListedOrder,
} from '#app/features/orders/store/order-list.server.ts'
import { findBalanceMoney } from '#app/features/reservations/store/balance-sold.server.ts'
import { normalizeCode } from '#app/kit/text.ts'

export const handle: StaffHandle = { right: 'member', title: 'Search' }

export async function loader({ request, context }: Route.LoaderArgs) {
  const typed = new URL(request.url).searchParams.get('q') ?? ''
  return { typed, groups: await findEverything(context.get(shopContext), staffMember(context).role, typed) }
}

type FoundItem = {
  key: string
  shape: ShapeName
  words: string
  detail?: string | undefined
  code?: string | undefined
  to: string
}

type FoundGroup = { title: string; items: readonly FoundItem[] }

const maxOrders = 8

export async function findEverything(shop: Shop, role: StaffRole, typed: string): Promise<FoundGroup[]> {
  const text = typed.trim().slice(0, 100)
  const may = (right: StaffRight) => mayDo(role, right)
  const [orders, certificate, dealers, build] = text
    ? await Promise.all([
        may('orders.read') ? findOrders(shop, text) : [],
        may('orders.read') ? findByCertificate(shop, text) : undefined,
        may('transfers') ? listKnownDealers(shop.db, text, shop.now()) : [],
        may('orders.read') && /^[\w-]{8,24}$/.test(text)
          ? findSavedBuild(shop.db, normalizeCode(text))
          : undefined,
      ])
    : [[], undefined, [], undefined]
  const first = certificate ?? orders[0]
  const groups: FoundGroup[] = [
    { title: 'Certificate', items: certificate ? [orderItem(certificate, shop.now())] : [] },
    { title: 'Numbers and orders', items: orders.map((order) => orderItem(order, shop.now())) },
    {
      title: 'Builds',
      items: build
        ? [
            {
              key: `build ${build.code}`,
              shape: 'half',
              words: `Saved build ${build.code}`,
              to: `/builds/${build.code}`,
            },
          ]
        : [],
    },
    {
      title: 'Dealers',
      items: dealers.map(({ key, name, city, state }) => ({
        key: `dealer ${key}`,
        shape: 'act' as const,
        words: name,
        detail: `${city}, ${state}`,
        code: key,
        to: `/staff/dealers/${key}`,
      })),
    },
    { title: 'State rules', items: may('rules.write') ? stateItems(text) : [] },
    { title: first ? `Do, with ${first.id}` : 'Do', items: first ? verbsFor(first, role) : [] },
    {
      title: 'Go to',
      items: commandsFor(goTo(role), role, text).map(({ words, to }) => ({
        key: `go ${to}`,
        shape: 'act',
        words,
        to,
      })),
    },
  ]
  return groups.filter(({ items }) => items.length > 0)
}

function stateItems(typed: string): FoundItem[] {
  const found = typed.length > 1 ? states.filter(({ code, name }) => isStateTyped(typed, [code, name])) : []
  return found.slice(0, 4).map(({ code, name }) => ({
    key: `state ${code}`,
    shape: 'act',
    words: name,
    detail: 'what buyers there may buy',
    code,
    to: `/staff/rules/${code}`,
  }))
}

function isStateTyped(typed: string, [code, name]: [string, string]): boolean {
  const word = typed.toLowerCase()
  return code.toLowerCase() === word || (word.length > 2 && name.toLowerCase().startsWith(word))
}

async function findOrders({ db }: Shop, words: string): Promise<ListedOrder[]> {
  const { orders } = await findOrderPage(db, { filter: { words }, max: maxOrders })
  const { of } = await findBalanceMoney(
    db,
    orders.map(({ id }) => id),
  )
  if (of.size === 0) return orders
  const wanted = [...new Set(orders.map(({ id }) => of.get(id) ?? id))]
  const found = new Map((await findListedOrders(db, wanted)).map((order) => [order.id, order]))
  return wanted.flatMap((id) => found.get(id) ?? [])
}

async function findByCertificate(shop: Shop, typed: string): Promise<ListedOrder | undefined> {
  const { db } = shop
  if (!/^[A-Za-z0-9 -]{12,20}$/.test(typed)) return undefined
  const found = readCertificate(shop.certify, await listSignedRuns(db), typed)
  const orderId = found && (await findUnitOrder(db, found.run.slug, found.number))
  return orderId ? (await findListedOrders(db, [orderId]))[0] : undefined
}

function orderItem(order: ListedOrder, now: Date): FoundItem {
  const { id, lines, buyerName, buyerState, paidAt, createdAt } = order
  const { title, number } = goodsOf(lines)
  const status = orderStatus(order)
  const goods = number === null ? title : `${title} № ${number}`
  return {
    key: `order ${id}`,
    shape: status.kind,
    words: [goods, buyerName, buyerState].filter(Boolean).join(', '),
    detail: `${status.word}, ${formatAge(paidAt ?? createdAt, now)}`,
    code: id,
    to: `${ordersPath}/${id}`,
  }
}

/** Verbs of the order sheet that open a form there: nothing is done before it is sent. */
const sheetVerbs = {
  approve: 'reviews.decide',
  ask_document: 'reviews.decide',
  note: 'orders.write',
  correct_buyer: 'orders.write',
  send_link: 'orders.write',
  refund: 'money.refund',
} as const satisfies Partial<Record<OrderVerb, StaffRight>>

function verbsFor({ id, isInReview }: ListedOrder, role: StaffRole): FoundItem[] {
  return (Object.keys(sheetVerbs) as (keyof typeof sheetVerbs)[])
    .filter((verb) => mayDo(role, sheetVerbs[verb]) && (isInReview || sheetVerbs[verb] !== 'reviews.decide'))
    .map((verb) => ({
      key: `do ${verb}`,
      shape: verb === 'send_link' ? ('mail' as const) : ('act' as const),
      words: `${orderVerbs[verb].label}…`,
      detail: 'opens its form',
      to: `${ordersPath}/${id}?do=${verb}`,
    }))
}

function goTo(role: StaffRole): Command[] {
  const views = standardViews
    .filter(({ query }) => query !== '')
    .map(({ name, query }) => ({
      words: `Orders: ${name}`,
      to: `${ordersPath}?${query}`,
      right: 'orders.read' as const,
    }))
  const desks = placesFor(role).map(({ word, path, right }) => ({ words: word, to: path, right }))
  return [...desks, ...views]
}

export type Command = { words: string; to: string; right: StaffRight }

/** The commands of a role that a text means: each of its words begins a word of the command. Everything, when nothing is typed. */
export function commandsFor(commands: readonly Command[], role: StaffRole, typed: string): Command[] {
  const terms = wordsOf(typed)
  return commands.filter(({ words, right }) => {
    const own = wordsOf(words)
    return mayDo(role, right) && terms.every((term) => own.some((word) => word.startsWith(term)))
  })
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

export default function Search({ loaderData: { typed, groups } }: Route.ComponentProps) {
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)
  return (
    <Sheet heading={null} state={typed ? `${count} found` : undefined}>
      <Form
        method="get"
        action={searchPath}
        role="search"
        className="flex items-end gap-2 border-b border-hairline px-3 py-2"
      >
        <div className="min-w-0 max-w-text flex-1">
          <TextField
            key={typed}
            label="Code, name, email, phone, unit number, dealer, or where to go"
            name="q"
            type="search"
            defaultValue={typed}
            autoComplete="off"
          />
        </div>
        <Verb look="primary">Search</Verb>
      </Form>
      <div className="con-results" data-part={foundPart}>
        {count === 0 && (
          <EmptyList>
            {`Nothing begins like “${typed}”. Orders are found by code, buyer, email, phone or its last four digits, and by a number such as № 7.`}
          </EmptyList>
        )}
        <FoundList groups={groups} typed={typed} />
      </div>
    </Sheet>
  )
}

function FoundList({ groups, typed }: { groups: readonly FoundGroup[]; typed: string }) {
  return groups.map(({ title, items }) => (
    <div key={title} role="group" aria-label={title}>
      <h2 className="con-h2">{title}</h2>
      {items.map(({ key, shape, words, detail, code, to }) => (
        <a key={key} href={to} className="con-row" data-row="" data-open="">
          <Shape kind={shape} />
          <span className="con-clip">
            {markFound(words, typed).map(({ text, isMarked }, at) =>
              isMarked ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
            )}
          </span>
          <span className="text-muted">{detail}</span>
          <span className="con-code">{code}</span>
        </a>
      ))}
    </div>
  ))
}

/** The beginnings of words that were typed. */
export function markFound(text: string, typed: string): { text: string; isMarked: boolean }[] {
  const words = typed
    .split(/[^\p{L}\p{N}№#]+/u)
    .filter((word) => word !== '')
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (words.length === 0) return [{ text, isMarked: false }]
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})`, 'giu')
  const pieces: { text: string; isMarked: boolean }[] = []
  let at = 0
  for (const { index, 0: found } of text.matchAll(pattern)) {
    if (index > at) pieces.push({ text: text.slice(at, index), isMarked: false })
    pieces.push({ text: found, isMarked: true })
    at = index + found.length
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isMarked: false })
  return pieces
}
