import { data } from 'react-router'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { searchDealers } from '../store.server.ts'
import type { Route } from './+types/search'

/** What a search answers: it differs for nobody, but nobody may collect it. */
const headers = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' } as const

/** Dealers that answer a search, for forms that look while somebody types. At most ten, and counted per address. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const typed = new URL(request.url).searchParams.get('near') ?? ''
  const limit = await shop.limits.take('dealerSearch', context.get(visitContext).address)
  if (!limit.ok) return data({ dealers: [], waitSeconds: limit.retryAfterSeconds }, { status: 429, headers })
  return data({ dealers: await searchDealers(shop.db, typed, shop.now()), waitSeconds: 0 }, { headers })
}
