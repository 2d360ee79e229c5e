import { shippedMail } from '#app/features/dealers/emails/shipped.tsx'
import { firearmSheets } from '#app/features/dealers/rules/firearm-sheet.ts'
import { findDealerByKey } from '#app/features/dealers/store.server.ts'
import { stageMail } from '#app/features/orders/emails/stage.tsx'
import { canMoveStage, isBack } from '#app/features/orders/rules/path.ts'
import { stages } from '#app/features/orders/rules.ts'
import { findOffered, findOrder, type Sellables } from '#app/features/orders/store.server.ts'
import { findRevision } from '#app/features/orders/store/revision.server.ts'
import { showTracking } from '#app/features/orders/words/parcels.ts'
import { orderSubject } from '#app/features/orders/words/order-subject.ts'
import { previewMove } from '#app/features/reservations/store.server.ts'
import { isHandedOver, isUnderWay } from '#app/features/reservations/rules/shipment.ts'
import { listMoves, shipmentsOf } from '#app/features/reservations/store/facts.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { notFound } from '#app/http/not-found.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'

/** A firearm on the board as its slip shows it: its next move with gates and emails, the way back, and its tracking. */
export async function findShownMove(shop: Shop, sellables: Sellables, orderId: string, position: number) {
  const onDay = formatIsoDay(shop.now(), shop.timeZone)
  const order = await findOrder(shop.db, orderId)
  const line = order?.lines.find((each) => each.position === position)
  const move = line && (await previewMove(shop, sellables, { orderId, position, onDay }))
  if (!order || !line || !move)
    throw notFound('Not on the Board', {
      text: 'This firearm is not on its way to a buyer.',
      link: { to: '/staff/transfers', label: 'Transfers' },
    })
  const { from, next, gates } = move
  const previous = stages
    .filter((stage) => isBack(from, stage))
    .findLast((stage) => canMoveStage(line.itemClass, from, stage))
  const link = '(the buyer’s private link)'
  const isShipping = next !== undefined && isHandedOver(from, next)
  const shipment = isShipping ? { text: '(the carrier and tracking number)', url: null } : null
  const moved = next && { ...line, stage: next }
  const offered = moved && (await findOffered(shop, sellables, [moved])).get(position)
  const mail =
    moved &&
    stageMail({
      orderId,
      ...orderSubject([moved]),
      stage: moved.stage,
      itemClass: moved.itemClass,
      shipment,
      offered: offered ?? [],
      link,
    })
  const dealer = order.dealerKey ? await findDealerByKey(shop.db, order.dealerKey) : undefined
  const firearms = firearmSheets([line])
  const dealerMail = shipment && dealer?.email ? shippedMail({ orderId, firearms, shipment }) : undefined
  const sent = isShipping ? undefined : shipmentsOf(await listMoves(shop.db, orderId)).get(position)
  return {
    orderId,
    position,
    // Read after the preview, which may have checked the state rules again.
    revision: await findRevision(shop.db, orderId),
    title: [line.title, line.detail].filter(Boolean).join(', '),
    buyer: order.buyerName ?? '',
    dealer: { key: order.dealerKey, name: order.dealerName },
    from,
    next: next ?? null,
    previous: previous ?? null,
    onDay,
    gates,
    isShipping,
    shipment: sent && isUnderWay(from) ? { ...sent, shown: showTracking(sent) } : null,
    mails: [
      ...(mail ? [{ to: order.buyerEmail ?? '', subject: mail.subject, text: mail.text }] : []),
      ...(dealerMail
        ? [{ to: dealer?.email ?? '', subject: dealerMail.subject, text: dealerMail.text }]
        : []),
    ],
  }
}

/** What the slip shows. */
export type ShownMove = Awaited<ReturnType<typeof findShownMove>>
