import { schedulingPaths, widgetFrame } from '#app/features/courses/rules/addresses.ts'
import type { Shop } from '#app/http/context.server.ts'
import type { ThirdPartyPage } from '#app/http/security-headers.server.ts'

/**
 * The one other site that a page may show something of, or undefined: the payment service's card form on the checkout,
 * whose script runs in the page, and the operator's scheduling calendar in a frame on the step of a registration that
 * shows it. Every other page is closed to both.
 */
export function thirdPartyOrigin(
  pathname: string,
  { gateway: { checkout }, schedulingWidgetUrl }: Pick<Shop, 'gateway' | 'schedulingWidgetUrl'>,
): ThirdPartyPage | undefined {
  if (/^\/checkout\/[^/]+$/.test(pathname))
    return checkout.kind === 'hosted-fields' ? { host: checkout.host, mayRun: true } : undefined
  const isScheduling = (schedulingPaths as readonly string[]).includes(pathname)
  // A calendar that is a script comes in a frame of our own.
  const isGuest =
    isScheduling && schedulingWidgetUrl && widgetFrame(schedulingWidgetUrl) === schedulingWidgetUrl
  return isGuest ? { host: new URL(schedulingWidgetUrl).origin, mayRun: false } : undefined
}
