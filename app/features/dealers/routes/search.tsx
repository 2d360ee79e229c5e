import { data } from 'react-router'
import { readOrderToken } from '#app/features/orders/access.server.ts'
import { findOwnOrder } from '#app/features/orders/store.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { searchDealers } from '../store.server.ts'
import { limitSearch } from './limit-search.server.ts'
import type { Route } from './+types/search'

/** What a search answers: it differs for nobody, but nobody may collect it. */
const headers = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' } as const

/** Dealers that answer a search, for forms that look while somebody types. At most ten, and limited. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const query = new URL(request.url).searchParams
  const typed = query.get('near') ?? ''
  const limit = await limitSearch({ context }, await findOwnId(query.get('order') ?? ''))
  if (!limit.ok) return data({ dealers: [], waitSeconds: limit.retryAfterSeconds }, { status: 429, headers })
  return data({ dealers: await searchDealers(shop.db, typed, shop.now()), waitSeconds: 0 }, { headers })

  async function findOwnId(orderId: string) {
    const token = readOrderToken(request, orderId)
    return token === undefined ? undefined : (await findOwnOrder(shop.db, orderId, token, shop.now()))?.id
  }
}
