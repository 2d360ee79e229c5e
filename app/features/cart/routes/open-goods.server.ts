import type { RouterContextProvider } from 'react-router'
import { isOpenPage } from '#app/facts/sections.ts'
import { shopContext } from '#app/http/context.server.ts'
import type { CartGood } from '../rules.ts'
import { type CartGoods, cartGoodsContext } from '../store.server.ts'

/** The cart goods of a request: what has its page in a closed section is not sold. */
export async function findOpenGoods(context: Readonly<RouterContextProvider>): Promise<CartGoods> {
  const closed = await context.get(shopContext).closedPages()
  const goods = Object.entries(context.get(cartGoodsContext)).map(([kind, good]) => {
    const describe: CartGood['describe'] = async (db, id, now) => {
      const found = await good.describe(db, id, now)
      return found && isOpenPage(closed, found.path) ? found : undefined
    }
    return [kind, { ...good, describe }]
  })
  return Object.fromEntries(goods) as CartGoods
}
