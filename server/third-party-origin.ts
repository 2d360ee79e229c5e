import { schedulingPaths, widgetFrame } from '#app/features/courses/rules.ts'
import { stepPath } from '#app/features/setup/rules.ts'
import type { Shop } from '#app/http/context.server.ts'
import type { ThirdPartyPage } from '#app/http/security-headers.server.ts'

/**
 * The one third-party site that a page may embed, or undefined: the payment service's card form on the checkout and on the set-up's test charge, whose
 * script runs in the page, or the operator's scheduling calendar, framed on the registration step that shows it. No
 * other page embeds either.
 */
export function thirdPartyOrigin(
  pathname: string,
  { gateway: { checkout }, schedulingWidgetUrl }: Pick<Shop, 'gateway' | 'schedulingWidgetUrl'>,
): ThirdPartyPage | undefined {
  if (/^\/checkout\/[^/]+$/.test(pathname) || pathname === stepPath('payments'))
    return checkout.kind === 'hosted-fields' ? { host: checkout.host, mayRun: true } : undefined
  const isScheduling = (schedulingPaths as readonly string[]).includes(pathname)
  // A script calendar comes in a frame of our own.
  const isGuest =
    isScheduling && schedulingWidgetUrl && widgetFrame(schedulingWidgetUrl) === schedulingWidgetUrl
  return isGuest ? { host: new URL(schedulingWidgetUrl).origin, mayRun: false } : undefined
}
