import { shopContext, visitContext } from '#app/http/context.server.ts'
import { isKnownNotification, recordNotification } from '#app/gateway/payment-context.server.ts'
import { reconcileAttempt, findAttempt } from '../flows.server.ts'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import type { Route } from './+types/payment-webhook'

export function loader() {
  return respond(405, 'Method not allowed.', { Allow: 'POST' })
}

/** A notification is only a reason to ask the gateway. The result is stored before the 200: without it the service retries. */
export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const notification = await shop.gateway.parseWebhook(request)
  if (!notification) {
    context.get(visitContext).report('webhook_refused')
    return respond(400, 'The notification is not signed correctly.')
  }
  if (await isKnownNotification(shop.db, notification)) return respond(200, 'Already recorded.')
  const attempt = await findAttempt(shop.db, notification.attemptId)
  if (attempt && !(await reconcileAttempt(shop, context.get(sellablesContext), attempt)))
    return respond(503, 'The payment service could not be reached. Please retry.')
  await recordNotification(shop.db, notification, shop.now())
  return respond(200, attempt ? 'Recorded.' : 'Unknown payment attempt.')
}

function respond(status: number, words: string, headers: Record<string, string> = {}) {
  return new Response(words, {
    status,
    headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
