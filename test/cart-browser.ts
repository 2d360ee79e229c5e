import type { Db } from '#app/db/db.server.ts'
import { action as change } from '#app/features/cart/changes.ts'
import { action as checkOut, loader } from '#app/features/cart/page.tsx'
import { parseCart, type ShownCart } from '#app/features/cart/rules.ts'
import { cartGoodsContext } from '#app/features/cart/store.server.ts'
import { cartIdOf } from '#app/features/drops/rules/reserve-address.ts'
import { drops, dropVariants } from '#app/features/drops/tables.ts'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { cartGoodsIn, sellables } from '#app/sellables.server.ts'
import { asc, eq } from 'drizzle-orm'
import { answerOf, type TestShop, visit } from './visit.ts'

/** A browser with a cart: it keeps its cookies, updated by each response. Everything in the shop is on sale. */
export class CartBrowser {
  readonly cookies = new Map<string, string>()
  readonly shop: TestShop
  constructor(shop: TestShop) {
    this.shop = shop
  }

  async ask(
    route: (args: never) => unknown,
    form?: Record<string, string>,
    params: Record<string, string> = {},
  ) {
    const cookies = [...this.cookies].map(([name, value]) => `${name}=${value}`)
    const args = visit(this.shop, { path: '/cart', params, ...(form && { form }), cookies })
    args.context.set(sellablesContext, sellables)
    args.context.set(cartGoodsContext, cartGoodsIn(this.shop.timeZone))
    const said = (await route(args as never)) as Response | { data: unknown; init: ResponseInit | null }
    const headers = new Headers(said instanceof Response ? said.headers : (said.init?.headers ?? {}))
    for (const set of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      this.cookies.set(name, value)
    }
    return answerOf(() => said)
  }

  add(id: string, kind = 'accessory') {
    return this.change('lines', { kind, id })
  }

  /** One of the forms that change the cart. */
  change(what: 'lines' | 'quantities' | 'settlement', form: Record<string, string>) {
    return this.ask(change, form, { change: what })
  }

  get cart() {
    return parseCart(this.cookies.get('paco-cart'))
  }

  async page() {
    const { value } = await this.ask(loader)
    return value as { cart: ShownCart; openOrder: string | undefined; startKey: string }
  }

  async checkOut() {
    const { cart, startKey } = await this.page()
    return this.ask(checkOut, { key: startKey, subtotal: String(cart.subtotalCents) })
  }
}

const slug = 'guerrilla-vol-1'

/** The ids of the variants of the sample catalog's live drop, by name: Field and Night. */
export async function sampleVariants(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: dropVariants.id })
    .from(dropVariants)
    .innerJoin(drops, eq(drops.id, dropVariants.dropId))
    .where(eq(drops.slug, slug))
    .orderBy(asc(dropVariants.name))
  return rows.map(({ id }) => id)
}

/** The id in a cart of a number of that drop, as its first variant. */
export async function sampleNumber(db: Db, number: number): Promise<string> {
  const [variant] = await sampleVariants(db)
  return cartIdOf(slug, number, variant)
}
