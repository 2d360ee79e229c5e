import { data } from 'react-router'
import { ListedDealers } from '../components/dealer-finder.tsx'
import { readOrderToken } from '#app/features/orders/access.server.ts'
import { findOwnOrder } from '#app/features/orders/store/read.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { limitSearch, searchDealers } from '../store/search.server.ts'
import type { Route } from './+types/search'

export const meta = () => [{ title: siteTitle('Dealers') }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const query = new URL(request.url).searchParams
  const typed = (query.get('near') ?? '').trim()
  const limit = await limitSearch({ context }, await findOwnId(query.get('order') ?? ''))
  if (!limit.ok)
    return data(
      { found: [], words: 'Too many searches. Enter the dealer below, or try again later.' },
      { status: 429 },
    )
  const found = await searchDealers(shop.db, typed, shop.now())
  return data({ found, words: typed ? foundWords(found.length) : '' })

  async function findOwnId(orderId: string) {
    const token = readOrderToken(request, orderId)
    return token === undefined ? undefined : (await findOwnOrder(shop, orderId, token))?.id
  }
}

function foundWords(count: number): string {
  if (count === 0) return 'No listed dealer matches. Enter the dealer below.'
  return `${count} ${count === 1 ? 'dealer' : 'dealers'} found. Choose one to fill it in.`
}

export default function DealerSearch({ loaderData }: Route.ComponentProps) {
  return (
    <section className="wrap grid gap-6 pt-8 pb-24" aria-labelledby="dealers-title">
      <h1 className="h1" id="dealers-title">
        Dealers
      </h1>
      <ListedDealers {...loaderData} />
    </section>
  )
}
