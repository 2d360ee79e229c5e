import { type CSSProperties, type ReactNode, use, useMemo } from 'react'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteLoaderData,
} from 'react-router'
import type { Route } from './+types/root'
import './app.css'
import { AgeGate } from './features/age-gate/components/age-gate.tsx'
import { gateScript } from './features/age-gate/gate-script.ts'
import { gatePath } from './features/age-gate/rules.ts'
import { CartLink } from './features/cart/components/cart-link.tsx'
import { HeldPlace } from './features/checkout/components/held-place.tsx'
import { isConsolePath, isPreviewPath } from './features/console/rules/path.ts'
import { ErrorScreen } from './features/pages/components/error-screen.tsx'
import { SearchLink } from './features/site-search/components/search-link.tsx'
import { postalLine } from '#app/facts/facts.ts'
import { isOpenPage, nothingClosed } from '#app/facts/sections.ts'
import { shopContext } from '#app/http/context.server.ts'
import { heldScript } from '#app/http/held-orders.ts'
import { noteNeededProofs } from '#app/http/more-proof.ts'
import { networkFailureWords, keepFormOnFailure } from '#app/http/network-failure.ts'
import { ModulePreloads } from './http/page-modules.tsx'
import { openDocument } from './http/unavailable.ts'
import { Verified } from './http/verified.ts'
import { navigationCall, openFooter, openNavigation } from './site-map.ts'
import { earlyEventsScript } from './ui/early-events.ts'
import { fontPreloads } from './ui/font-preloads.ts'
import { HydratedMark } from './ui/hydrated.ts'
import { InlineScript } from './ui/inline-script.tsx'
import { useOfflineForms } from './ui/offline-forms.ts'
import { OpenPages } from './ui/open-pages.ts'
import { PendingForms } from './ui/pending-forms.tsx'
import { RouteAnnouncer } from './ui/route-announcer.tsx'
import { SiteFooter } from './ui/site-footer.tsx'
import { SiteNav } from './ui/site-nav.tsx'
import { SkipLink } from './ui/skip-link.tsx'
import { isForOpenPage, stayOnPage, useStayOnPage } from './ui/stay-on-page.ts'
import { showToast, Toaster } from './ui/toaster.tsx'

/** What every page says of the shop, as its owner typed it, and which of its pages there are. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const facts = shop.facts()
  return {
    seller: [(facts.legalName || facts.street) && postalLine(facts), facts.phone, facts.licenseLine].filter(
      Boolean,
    ),
    closed: isConsolePath(new URL(request.url).pathname) ? nothingClosed : await shop.closedPages(),
  }
}

/** What the shop says of itself hardly changes while somebody is here: no navigation waits for it. */
export function shouldRevalidate() {
  return false
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request }, next) => (isForOpenPage(request) ? {} : next()),
  (_, next) => noteNeededProofs(next),
  ({ request }, next) =>
    keepFormOnFailure(request, next, (words) => {
      showNetworkFailure(words)
      stayOnPage(request)
    }),
  ({ request }, next) => openDocument(request, next, (address) => window.location.assign(address)),
]

/**
 * The document. For an unverified visitor it leaves out `<Scripts/>`, and with it all loader data that the router
 * would embed: only the head's metadata and the gate are sent.
 */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  // Signed-in staff need no gate: their previews show the page, and look for no record.
  const isPreview = isPreviewPath(pathname)
  const isVerified = use(Verified) || isPreview
  const isConsole = isConsolePath(pathname)
  const hasScript = isVerified || isConsole
  useOfflineForms(showOffline)
  useStayOnPage()
  return (
    <html
      lang="en"
      suppressHydrationWarning
      data-console={isConsole ? '' : undefined}
      data-paper={usePaper()}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0f0e0c" />
        {fontPreloads.map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <Meta />
        <Links />
        {hasScript && (
          <>
            {/* The browser has already run both when it hydrates; leaving them out there keeps them out of the bundle. */}
            {!isConsole && !isPreview && (
              <>
                <InlineScript source={import.meta.env.SSR ? gateScript('inside') : ''} />
                <InlineScript source={import.meta.env.SSR ? heldScript() : ''} />
              </>
            )}
            <InlineScript source={import.meta.env.SSR ? earlyEventsScript() : ''} />
            <ModulePreloads />
          </>
        )}
      </head>
      <body data-theme={useTheme()} style={useOwnColors()}>
        {isConsole ? (
          <Desk>{children}</Desk>
        ) : isVerified && !isOfTheGate(pathname) ? (
          <Shell>{children}</Shell>
        ) : standsWithoutGate(pathname) ? (
          children
        ) : (
          <Gate />
        )}
        {hasScript && (
          <>
            <RouteAnnouncer />
            <PendingForms />
            <HydratedMark />
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  )
}

/** What is beside the bar's button on every screen. */
function Tools() {
  return (
    <>
      <SearchLink />
      <CartLink />
    </>
  )
}

/** The theme named by the page's loader data; `noir` by default. */
function useTheme(): string {
  return useFromData('theme') ?? 'noir'
}

/** The custom properties of a drop's own colors, from the page's loader data; none where it has its theme's. */
function useOwnColors(): CSSProperties | undefined {
  for (const { loaderData } of useMatches().toReversed())
    if (typeof loaderData === 'object' && loaderData !== null && 'ownColors' in loaderData)
      return loaderData.ownColors as CSSProperties | undefined
  return undefined
}

/** The paper of the console, from its layout's data: `light`, or none for the dark default. */
function usePaper(): string | undefined {
  return useFromData('paper')
}

function useFromData(name: string): string | undefined {
  for (const { loaderData } of useMatches().toReversed())
    if (typeof loaderData === 'object' && loaderData !== null && name in loaderData)
      return String(loaderData[name as never])
  return undefined
}

/** The gate's own pages, such as the refusal, have neither navigation nor gate. */
function isOfTheGate(pathname: string): boolean {
  return pathname === gatePath || pathname.startsWith(`${gatePath}/`)
}

/** Unsubscribing takes one page and no age question (16 CFR 316.5). */
function standsWithoutGate(pathname: string): boolean {
  return isOfTheGate(pathname) || pathname === '/subscriptions/unsubscribe'
}

function Gate() {
  const { pathname, search } = useLocation()
  return <AgeGate next={pathname + search} />
}

function Shell({ children }: { children: ReactNode }) {
  const closed = useRouteLoaderData<typeof loader>('root')?.closed ?? nothingClosed
  const items = useMemo(() => openNavigation(closed), [closed])
  const isOpen = useMemo(() => (to: string) => isOpenPage(closed, to), [closed])
  return (
    <OpenPages value={isOpen}>
      <SkipLink />
      <SiteNav items={items} cta={navigationCall} tools={<Tools />} />
      <HeldPlace />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter
        columns={openFooter(closed)}
        about="Numbered drops and custom short-barreled rifles, built under federal license in Miami, Florida."
        seller={useSeller()}
        legal="Short-barreled rifles are NFA items: you collect yours at your dealer after federal approval, and approval times vary. Must be 18 or older to enter. Nothing on this site is legal advice."
      />
      <Toaster />
    </OpenPages>
  )
}

/** The seller's name, address and license, as far as the owner has entered them. */
function useSeller(): string[] {
  return useRouteLoaderData<typeof loader>('root')?.seller ?? []
}

/** Console pages: no gate and no shop navigation. Their layout draws everything. */
function Desk({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <Toaster />
    </>
  )
}

function showNetworkFailure(words: string = networkFailureWords) {
  showToast({ title: 'Not sent', description: words, kind: 'destructive' })
}

function showOffline() {
  showNetworkFailure()
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { pathname } = useLocation()
  const screen = <ErrorScreen error={error} />
  // The console's pages draw their own main part, and this one stands in their place.
  return isConsolePath(pathname) ? <main>{screen}</main> : screen
}
