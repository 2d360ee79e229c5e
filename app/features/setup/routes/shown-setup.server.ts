import type { RouterContextProvider } from 'react-router'
import { requireRight } from '#app/features/staff/access.server.ts'
import { actorName, actorOf } from '#app/features/staff/rules.ts'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { formatStamp } from '#app/kit/date-format.ts'
import type { ShownStep } from '../components/step-status.tsx'
import type { SetupContext } from '../flows.server.ts'
import type { SetupStep } from '../rules.ts'
import { listProgress } from '../store.server.ts'

/** The owner who sets the shop up, and what the flows need of the shop. */
export function setupOf(context: Readonly<RouterContextProvider>): SetupContext & { shop: Shop } {
  const shop = context.get(shopContext)
  const actor = actorOf(requireRight(context, 'rules.write'))
  return { ctx: shop, actor, timeZone: shop.timeZone, shop }
}

/** How far every step is, ready to show. */
export async function showProgress(shop: Shop): Promise<Partial<Record<SetupStep, ShownStep>>> {
  const now = shop.now()
  const rows = await listProgress(shop.db)
  return Object.fromEntries(
    rows.map(({ step, state, detail, at, by }) => [
      step,
      { state, detail, at: formatStamp(at, shop.timeZone, now), by: actorName(by) },
    ]),
  )
}
