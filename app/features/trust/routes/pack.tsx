import { siteTitle } from '#app/kit/brand.ts'
import '../trust.css'
import { shopContext } from '#app/http/context.server.ts'
import { privatePageHeaders } from '#app/http/private-page.server.ts'
import { requireOwnOrder } from '#app/features/orders/access.server.ts'
import { unrefundedLineCents, lineRefund } from '#app/features/orders/rules/refund-clock.ts'
import { PackPage } from '../components/pack-page.tsx'
import { templatesAsOf, stateTemplates } from '../data/state-templates.ts'
import { grantEarned, listEarning } from '../store/grants.server.ts'
import { earnsFreePack } from '../store/packages.server.ts'
import { packIdOf } from '../store/packs.server.ts'
import { findPack } from '../store/worksheet.server.ts'
import type { Route } from './+types/pack'
import { formatSavedAt, packNotFound, saveWorksheet } from './save-worksheet.server.ts'

export const headers = () => privatePageHeaders

export const meta = () => [{ title: siteTitle('Your trust pack') }, { name: 'robots', content: 'noindex' }]

/** An order's pack with its worksheet, the codes its reservations earned, or both. */
export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  const [pack, codes] = await Promise.all([
    findPack(shop.db, order.id),
    grantEarned(shop, shop.certify, order),
  ])
  const { awaited } = listEarning(order)
  const isAwaited = awaited.length > 0 && (await earnsFreePack(shop.db, order.id))
  if (!pack && codes.length === 0 && !isAwaited) throw await packNotFound(shop.db, order.id)
  const line = order.lines.find(({ ref }) => packIdOf(ref) === pack?.id)
  const template = stateTemplates.find(({ code }) => code === pack?.answers.state)
  return {
    orderId: order.id,
    codes,
    isAwaited,
    pack: pack && {
      answers: pack.answers,
      version: pack.version,
      downloaded: pack.downloaded,
      savedAt: pack.savedAt && formatSavedAt(pack.savedAt, shop.timeZone),
      isRefundable:
        line !== undefined && unrefundedLineCents(line) > 0 && lineRefund(line, order, shop.now()).ok,
    },
    template: { name: template?.name ?? '', notes: template?.notes ?? [], asOf: templatesAsOf },
    isDeleted: new URL(args.request.url).searchParams.has('deleted'),
  }
}

export function action(args: Route.ActionArgs) {
  return saveWorksheet(args)
}

export default function Pack({ loaderData, actionData }: Route.ComponentProps) {
  return <PackPage {...loaderData} answer={actionData} />
}
