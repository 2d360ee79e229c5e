import { type CSSProperties, type ReactNode, use } from 'react'
import { Links, Meta, Outlet, useLocation, useMatches, useRouteLoaderData } from 'react-router'
import type { Route } from './+types/root'
import './app.css'
import './utilities.css'
import { AgeGate, InlineScript } from './features/age-gate/gate.tsx'
import { isOfTheGate, standsWithoutGate } from './features/age-gate/rules.ts'
import { Frame } from './frame.tsx'
import { isConsolePath, isPreviewPath } from './features/console/rules/path.ts'
import { ErrorScreen } from './features/pages/components/error-screen.tsx'
import { postalLine } from '#app/facts/facts.ts'
import { nothingClosed } from '#app/facts/sections.ts'
import { shopContext } from '#app/http/context.server.ts'
import { SiteScript, Verified } from './http/document.ts'
import archivo from './ui/fonts/archivo-basic.woff2?url'
import pantograph from './ui/fonts/paco-pantograph.woff2?url'
import { DialogFrame } from './ui/dialog.tsx'
import { Toaster } from './ui/toaster.tsx'

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
        {[pantograph, archivo].map((font) => (
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

function Gate() {
  const { pathname, search } = useLocation()
  return <AgeGate next={pathname + search} />
}

function Shell({ children }: { children: ReactNode }) {
  const { closed = nothingClosed, seller = [] } = useRouteLoaderData<typeof loader>('root') ?? {}
  return (
    <Frame closed={closed} seller={seller}>
      {children}
    </Frame>
  )
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
