import { schedulingPaths } from '#app/features/courses/rules/addresses.ts'
import type { Shop } from '#app/http/context.server.ts'

/**
 * The one other site that a page may show something of, or undefined: the payment service's card form on the checkout,
 * and the operator's scheduling calendar on the step of a registration that shows it. Every other page is closed to both.
 */
export function guestHost(
  pathname: string,
  { gateway: { checkout }, schedulingWidgetUrl }: Pick<Shop, 'gateway' | 'schedulingWidgetUrl'>,
): string | undefined {
  if (/^\/checkout\/[^/]+$/.test(pathname))
    return checkout.kind === 'hosted-fields' ? checkout.host : undefined
  const isScheduling = (schedulingPaths as readonly string[]).includes(pathname)
  return isScheduling && schedulingWidgetUrl ? new URL(schedulingWidgetUrl).origin : undefined
}
