import type { AppContext } from '#app/db/work.server.ts'
import { shopZone } from '#app/features/claims/rules.ts'
import { findShippingMethods, listTariff } from '#app/features/delivery/store.server.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import type { PriceList } from '../rules/quote.ts'

export async function findPrices({ db, now, timeZone = shopZone }: Pick<AppContext, 'db' | 'now'> & Zoned) {
  const moment = now()
  const [methods, tariff] = await Promise.all([findShippingMethods(db, moment), listTariff(db)])
  return { methods, tariff, today: formatIsoDay(moment, timeZone) } satisfies PriceList
}

type Zoned = { timeZone?: string }
