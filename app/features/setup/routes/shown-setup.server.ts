import type { RouterContextProvider } from 'react-router'
import { requireRight } from '#app/features/staff/access.server.ts'
import { actorName, actorOf } from '#app/features/staff/rules.ts'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { formatStamp } from '#app/kit/date-format.ts'
import type { ShownStep } from '../components/step-sheet.tsx'
import type { SetupContext } from '../flows.server.ts'
import { nextStep, type SetupStep, setupPath, stateToday, stepPath } from '../rules.ts'
import { listProgress, countUnread } from '../store.server.ts'

export function setupOf(context: Readonly<RouterContextProvider>): SetupContext & { shop: Shop } {
  const shop = context.get(shopContext)
  const actor = actorOf(requireRight(context, 'rules.write'))
  return { ctx: shop, actor, timeZone: shop.timeZone, shop }
}

export async function showProgress(shop: Shop): Promise<Partial<Record<SetupStep, ShownStep>>> {
  const now = shop.now()
  const rows = await listProgress(shop.db)
  const today = {
    isSandbox: shop.gateway.name === 'sandbox',
    isMailbox: shop.mailboxFolder !== null,
    unread: await countUnread(shop.db, rows),
  }
  return Object.fromEntries(
    rows.flatMap(({ step, state: stored, detail, at, by }) => {
      const state = stateToday(step, stored, today)
      return state
        ? [[step, { state, detail, at: formatStamp(at, shop.timeZone, now), by: actorName(by) }]]
        : []
    }),
  )
}

export async function pathAfter(shop: Shop, step: SetupStep): Promise<string> {
  const progress = await showProgress(shop)
  const states = Object.fromEntries(Object.entries(progress).map(([name, { state }]) => [name, state]))
  const next = nextStep(states, step)
  return next ? stepPath(next) : setupPath
}
