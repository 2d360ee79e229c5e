import { schedulingPaths, widgetFrame } from '#app/features/courses/rules.ts'
import { stepPath } from '#app/features/setup/rules.ts'
import type { Shop } from '#app/http/context.server.ts'
import type { ThirdPartyPage } from '#app/http/security-headers.server.ts'

/** The card form on the checkout and the test charge, or the scheduling calendar on the registration step that shows it. No other page embeds either. */
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
