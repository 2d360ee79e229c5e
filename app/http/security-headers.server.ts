import { createHash } from 'node:crypto'

/** The hashes of the inline scripts that may run on a page, or any while developing. */
type InlineScripts = readonly string[] | 'development'

const inlineScript = /<script(?![^>]*\ssrc=)(?![^>]*type="application\/)[^>]*>([\s\S]*?)<\/script>/gi

/**
 * The hashes of a page's inline scripts that `isKnown` takes for ours. By hash and not by nonce, so that a page that is
 * kept and served to many has one policy that is as strict as a fresh one's. What is not known gets no hash: were
 * something slipped into a page as a script, browsers would not run it.
 */
export function scriptHashes(html: string, isKnown: (source: string) => boolean): string[] {
  const sources = Array.from(html.matchAll(inlineScript), ([, source = '']) => source)
  return [...new Set(sources.filter(isKnown).map(hashOf))]
}

function hashOf(source: string): string {
  return `sha256-${createHash('sha256').update(source).digest('base64')}`
}

/**
 * The content policy. Each line says why it is there; to loosen one, change it here, so that the reason is read.
 * `script-src`, `style-src` and `connect-src` are completed below, because they differ in development.
 */
const directives = {
  'default-src': ["'self'"], // nothing of this shop comes from anywhere else
  'img-src': ["'self'", 'data:', 'blob:'], // blob: for patches drawn in the browser, data: for tiny masks in style sheets
  'style-src-attr': ["'unsafe-inline'"], // positions on drawings are style attributes; they cannot load or run anything
  'object-src': ["'none'"], // no plug-ins
  'base-uri': ["'none'"], // an injected <base> would send every relative link elsewhere
  'frame-ancestors': ["'none'"], // nobody may frame the shop and trick people into clicking
  'form-action': ["'self'"], // an injected form must not send what is typed elsewhere
} satisfies Record<string, string[]>

/** Another site of which a page shows a frame; `mayRun` says whether its script runs in the page, too. */
export type ThirdPartyPage = { host: string; mayRun: boolean }

/**
 * The `Content-Security-Policy` of a page. The guest is the payment service, on the page that shows its card form, or the
 * operator's scheduling calendar. What is typed into its frame is out of the page's reach, and of ours.
 */
export function contentPolicy(inline: InlineScripts, guest?: ThirdPartyPage): string {
  const all: Record<string, string[]> = {
    ...directives,
    'script-src': ["'self'", ...(guest?.mayRun ? [guest.host] : []), ...scriptSources(inline)],
    ...(guest && { 'frame-src': [guest.host] }),
    // Vite puts styles in <style> elements and talks through a WebSocket. Only there.
    'style-src': ["'self'", ...(inline === 'development' ? ["'unsafe-inline'"] : [])],
    'connect-src': ["'self'", ...(inline === 'development' ? ['ws:'] : [])],
  }
  return Object.entries(all)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

/**
 * The headers of a page's own parts: scripts, styles, fonts. What concerns documents is left out, because a page has
 * dozens of parts and each would carry it. `https` is whether people reach the shop by it.
 */
export function nonDocumentHeaders({ https }: { https: boolean }): Record<string, string> {
  return {
    // Browsers must not guess that an upload or an error text is a script.
    'X-Content-Type-Options': 'nosniff',
    // Other sites cannot embed our pictures or data, and so cannot time or measure them.
    'Cross-Origin-Resource-Policy': 'same-origin',
    // Two years, as the preload lists ask. Only where https is known to work: a browser that has seen this can
    // not be led back to http.
    ...(https && { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' }),
  }
}

/** The headers that every other answer carries beside the content policy. */
export function securityHeaders({ https }: { https: boolean }): Record<string, string> {
  return {
    ...nonDocumentHeaders({ https }),
    // Private links are addresses: other sites never learn them. Not `no-referrer`, which turns the Origin of our
    // own forms into "null" and so would make the same-origin check refuse them.
    'Referrer-Policy': 'same-origin',
    // A window that opened us, or that we opened, cannot reach into the page.
    'Cross-Origin-Opener-Policy': 'same-origin',
    // The shop uses none of these; what is injected cannot either.
    'Permissions-Policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
    // For browsers that know no frame-ancestors.
    'X-Frame-Options': 'DENY',
  }
}

const unusedFeatures = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]

function scriptSources(inline: InlineScripts): string[] {
  if (inline === 'development') return ["'unsafe-inline'"]
  return inline.map((hash) => `'${hash}'`)
}
