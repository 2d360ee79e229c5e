import { type CSSProperties, type ReactNode, use, useMemo } from 'react'
import { Links, Meta, Outlet, useLocation, useMatches, useRouteLoaderData } from 'react-router'
import type { Route } from './+types/root'
import './app.css'
import { AgeGate, InlineScript } from './features/age-gate/gate.tsx'
import { gatePath } from './features/age-gate/rules.ts'
import { CartLink } from './features/cart/cart-link.tsx'
import { HeldPlace } from './features/checkout/components/held-place.tsx'
import { isConsolePath, isPreviewPath } from './features/console/rules/path.ts'
import { ErrorScreen } from './features/pages/components/error-screen.tsx'
import { SearchLink } from './features/site-search/search-link.tsx'
import { postalLine } from '#app/facts/facts.ts'
import { isOpenPage, nothingClosed, type ClosedPages } from '#app/facts/sections.ts'
import { shopContext } from '#app/http/context.server.ts'
import { SiteScript } from './http/site-script.ts'
import { Verified } from './http/verified.ts'
import { fontPreloads } from './ui/font-preloads.ts'
import { DialogFrame } from './ui/dialog.tsx'
import { OpenPages } from './ui/open-pages.ts'
import { SiteFooter, type FooterColumn } from './ui/site-footer.tsx'
import { SiteNav } from './ui/site-nav.tsx'
import { SkipLink } from './ui/skip-link.tsx'
import { Toaster } from './ui/toaster.tsx'
import { brand } from '#app/kit/brand.ts'
import type { NavItem, NavLink } from './ui/nav-rules.ts'

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

/** The document. To an unverified visitor only the head's metadata and the gate are sent. */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  // Signed-in staff need no gate: their previews show the page, and look for no record.
  const isPreview = isPreviewPath(pathname)
  const isVerified = use(Verified) || isPreview
  const isConsole = isConsolePath(pathname)
  const hasScript = isVerified || isConsole
  const script = use(SiteScript)
  return (
    <html lang="en" data-console={isConsole ? '' : undefined} data-paper={usePaper()}>
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
            {!isConsole && !isPreview && <InlineScript gate="inside" />}
            {script.imports.map((file) => (
              <link key={file} rel="modulepreload" href={file} />
            ))}
            <script type="module" src={script.module} />
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
      </body>
    </html>
  )
}

function Tools() {
  return (
    <>
      <SearchLink />
      <CartLink />
    </>
  )
}

function useTheme(): string {
  return useFromData('theme') ?? 'noir'
}

function useOwnColors(): CSSProperties | undefined {
  for (const { loaderData } of useMatches().toReversed())
    if (typeof loaderData === 'object' && loaderData !== null && 'ownColors' in loaderData)
      return loaderData.ownColors as CSSProperties | undefined
  return undefined
}

function usePaper(): string | undefined {
  return useFromData('paper')
}

function useFromData(name: string): string | undefined {
  for (const { loaderData } of useMatches().toReversed())
    if (typeof loaderData === 'object' && loaderData !== null && name in loaderData)
      return String(loaderData[name as never])
  return undefined
}

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
        first={{ label: 'Find Your Order', to: '/orders/find' }}
        about="Numbered drops and custom short-barreled rifles, built under federal license in Miami, Florida."
        seller={useSeller()}
        legal="18 or older. NFA items are collected at your dealer after federal approval, which varies. Not legal advice."
      />
      <Toaster />
      <DialogFrame />
    </OpenPages>
  )
}

function useSeller(): string[] {
  return useRouteLoaderData<typeof loader>('root')?.seller ?? []
}

function Desk({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <Toaster />
      <DialogFrame />
    </>
  )
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

/** The navigation bar, item by item as the specification lists it. */
const navigation: readonly NavItem[] = [
  { label: 'Home', to: '/' },
  { label: 'Builder', to: '/build' },
  {
    label: `${brand} Drops`,
    to: '/drops',
    items: [
      { label: 'Current Drop', to: '/drops' },
      { label: 'Drop Details', to: '/drops/details' },
      { label: `${brand} Vault`, to: '/drops/vault' },
    ],
  },
  {
    label: 'Small-Batch',
    to: '/small-batch',
    items: [
      { label: 'Current Releases', to: '/small-batch' },
      { label: 'Guerrilla Line', to: '/small-batch/guerrilla' },
      { label: 'Outlaw Line', to: '/small-batch/outlaw' },
      { label: 'Cyber Line', to: '/small-batch/cyber' },
    ],
  },
  {
    label: 'CCW Training',
    to: '/ccw-training',
    beneath: ['/course-registration'],
    items: [
      { label: 'Course Schedule', to: '/ccw-training' },
      { label: 'Register Now', to: '/ccw-training/register' },
      { label: 'Instructors', to: '/ccw-training/instructors' },
    ],
  },
  { label: 'Vault', to: '/vault' },
  { label: 'About', to: '/about' },
  { label: 'Contact', to: '/contact' },
]

const navigationCall: NavLink = { label: 'Join the Drop', to: '/drops' }

export const footerColumns: readonly FooterColumn[] = [
  {
    title: 'Drops',
    links: [
      { label: 'Current Drop', to: '/drops' },
      { label: 'Drop Details', to: '/drops/details' },
      { label: `${brand} Vault`, to: '/drops/vault' },
      { label: 'Small-Batch', to: '/small-batch' },
    ],
  },
  {
    title: 'Build',
    links: [
      { label: 'Builder', to: '/build' },
      { label: 'Services', to: '/services' },
      { label: 'Accessories', to: '/accessories' },
      { label: 'Trust Pack', to: '/trust' },
    ],
  },
  {
    title: 'Learn',
    links: [
      { label: 'Process Guide', to: '/process-guide' },
      { label: 'CCW Training', to: '/ccw-training' },
      { label: 'FAQ', to: '/faq' },
      { label: 'Learn', to: '/learn' },
    ],
  },
  {
    title: 'Company',
    links: [
      { label: 'About', to: '/about' },
      { label: 'Contact', to: '/contact' },
      { label: 'Find Your Order', to: '/orders/find' },
      { label: 'Refunds', to: '/refunds' },
      { label: 'Privacy', to: '/privacy' },
      { label: 'Terms', to: '/terms' },
      { label: 'Accessibility', to: '/accessibility' },
    ],
  },
]

function openNavigation(closed: ClosedPages): readonly NavItem[] {
  const isOpen = ({ to }: NavLink) => isOpenPage(closed, to)
  return navigation
    .filter(isOpen)
    .map((item) => (item.items ? { ...item, items: item.items.filter(isOpen) } : item))
}

function openFooter(closed: ClosedPages): readonly FooterColumn[] {
  return footerColumns.map(({ title, links }) => ({
    title,
    links: links.filter(({ to }) => isOpenPage(closed, to)),
  }))
}
