import { createHash } from 'node:crypto'

type InlineScripts = readonly string[] | 'development'

/** As a content policy names an inline script: by hash instead of nonce, so that a cached page has the same strict policy as a fresh one. */
export function scriptHash(source: string): string {
  return `sha256-${createHash('sha256').update(source).digest('base64')}`
}

/** Each line gives its reason. `script-src`, `style-src` and `connect-src` are completed below, because they differ in development. */
const directives = {
  'default-src': ["'self'"], // nothing of this shop comes from anywhere else
  'img-src': ["'self'", 'data:', 'blob:'], // blob: for patches drawn in the browser, data: for tiny masks in style sheets
  'style-src-attr': ["'unsafe-inline'"], // positions on drawings are style attributes; they cannot load or run anything
  'object-src': ["'none'"], // no plug-ins
  'base-uri': ["'none'"], // an injected <base> would send every relative link elsewhere
  'frame-ancestors': ["'none'"], // nobody may frame the shop and trick people into clicking
  'form-action': ["'self'"], // an injected form must not send what is typed elsewhere
} satisfies Record<string, string[]>

export type ThirdPartyPage = { host: string; mayRun: boolean }

/** The third party is the payment service or the scheduling calendar: input in its frame is out of our reach. `media` is the origin of a bucket. */
export function contentPolicy(
  inline: InlineScripts,
  { guest, media = null }: { guest?: ThirdPartyPage | undefined; media?: string | null } = {},
): string {
  const elsewhere = media === null ? [] : [media]
  const all: Record<string, string[]> = {
    ...directives,
    'img-src': [...directives['img-src'], ...elsewhere],
    'media-src': ["'self'", ...elsewhere], // films, wherever photographs are
    'script-src': ["'self'", ...(guest?.mayRun ? [guest.host] : []), ...scriptSources(inline)],
    ...(guest && { 'frame-src': [guest.host] }),
    // In development Vite puts styles in <style> elements and uses a WebSocket.
    'style-src': ["'self'", ...(inline === 'development' ? ["'unsafe-inline'"] : [])],
    'connect-src': ["'self'", ...(inline === 'development' ? ['ws:'] : [])],
  }
  return Object.entries(all)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

/** Without those about documents, because a page has dozens of assets. */
export function nonDocumentHeaders({ https }: { https: boolean }): Record<string, string> {
  return {
    // Browsers must not guess that an upload or an error text is a script.
    'X-Content-Type-Options': 'nosniff',
    // Other sites cannot embed our pictures or data, and so cannot time or measure them.
    'Cross-Origin-Resource-Policy': 'same-origin',
    // Two years, as preload lists require. Only where https works: a browser that has seen this never uses http again.
    ...(https && { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' }),
  }
}

export function securityHeaders({ https }: { https: boolean }): Record<string, string> {
  return {
    ...nonDocumentHeaders({ https }),
    // Private links are secret URLs. Not `no-referrer`, which turns the Origin of our own forms into "null": the same-origin check would refuse them.
    'Referrer-Policy': 'same-origin',
    // A window that opened us, or that we opened, cannot reach into the page.
    'Cross-Origin-Opener-Policy': 'same-origin',
    // The shop uses none of these, so injected code cannot either.
    'Permissions-Policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
    // For browsers without support for frame-ancestors.
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
