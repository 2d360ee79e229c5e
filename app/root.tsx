import { type ReactNode, use } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation, useMatches } from 'react-router'
import type { Route } from './+types/root'
import './app.css'
import { AgeGate } from './features/age-gate/components/age-gate.tsx'
import { RecordCheck } from './features/age-gate/components/record-check.tsx'
import { gatePath } from './features/age-gate/rules.ts'
import { CartLink } from './features/cart/components/cart-link.tsx'
import { ErrorScreen } from './features/pages/components/error-screen.tsx'
import { networkFailureWords, keepFormOnFailure } from '#app/http/network-failure.ts'
import { ModulePreloads } from './http/page-modules.tsx'
import { openDocument } from './http/unavailable.ts'
import { Verified } from './http/verified.ts'
import { footerColumns, navigation, navigationCall } from './site-map.ts'
import { earlyEventsScript } from './ui/early-events.ts'
import { fontPreloads } from './ui/font-preloads.ts'
import { HydratedMark } from './ui/hydrated.ts'
import { InlineScript } from './ui/inline-script.tsx'
import { useOfflineForms } from './ui/offline-forms.ts'
import { RouteAnnouncer } from './ui/route-announcer.tsx'
import { SiteFooter } from './ui/site-footer.tsx'
import { SiteNav } from './ui/site-nav.tsx'
import { SkipLink } from './ui/skip-link.tsx'
import { showToast, Toaster } from './ui/toaster.tsx'

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  ({ request }, next) => keepFormOnFailure(request, next, tellCutOff),
  ({ request }, next) => openDocument(request, next, (address) => window.location.assign(address)),
]

/**
 * The document. For an unverified visitor it leaves `<Scripts/>` out, and with it all loader data that the router would
 * send along: only the head's metadata and the gate reach the page.
 */
export function Layout({ children }: { children: ReactNode }) {
  const isVerified = use(Verified)
  const { pathname } = useLocation()
  useOfflineForms(tellOffline)
  return (
    <html lang="en" suppressHydrationWarning>
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
        {isVerified && (
          <>
            <RecordCheck />
            {/* The browser has run it by the time it hydrates; leaving it out there keeps it out of the page's script. */}
            <InlineScript source={import.meta.env.SSR ? earlyEventsScript() : ''} />
            <ModulePreloads />
          </>
        )}
      </head>
      <body data-theme={useTheme()}>
        {isVerified && !isOfTheGate(pathname) ? (
          <Shell>{children}</Shell>
        ) : standsWithoutGate(pathname) ? (
          children
        ) : (
          <Gate />
        )}
        {isVerified && (
          <>
            <RouteAnnouncer />
            <HydratedMark />
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  )
}

/** A page takes the theme that its loader data names; the shop's own is noir. */
function useTheme(): string {
  for (const { loaderData } of useMatches().toReversed())
    if (typeof loaderData === 'object' && loaderData !== null && 'theme' in loaderData)
      return String(loaderData.theme)
  return 'noir'
}

/** The gate's own pages, such as the refusal, stand without shop and gate. */
function isOfTheGate(pathname: string): boolean {
  return pathname === gatePath || pathname.startsWith(`${gatePath}/`)
}

/** Ending a subscription takes one page and no question about the visitor (16 CFR 316.5). */
function standsWithoutGate(pathname: string): boolean {
  return isOfTheGate(pathname) || pathname === '/subscriptions/unsubscribe'
}

function Gate() {
  const { pathname, search } = useLocation()
  return <AgeGate next={pathname + search} />
}

function Shell({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <SiteNav items={navigation} cta={navigationCall} tools={<CartLink />} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter
        columns={footerColumns}
        about="Numbered drops and custom short-barreled rifles, built under federal license in Miami, Florida."
        legal="Short-barreled rifles are NFA items: you collect yours at your dealer after federal approval, and approval times vary. Must be 18 or older to enter. Nothing on this site is legal advice."
      />
      <Toaster />
    </>
  )
}

function tellCutOff(words: string = networkFailureWords) {
  showToast({ title: 'Not sent', description: words, kind: 'destructive' })
}

function tellOffline() {
  tellCutOff()
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}
