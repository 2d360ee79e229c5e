// The sections of the public site that an owner can switch off. Navigation, footer, routes, search, sitemap and every
// link between pages ask this table.

/** What was bought keeps its pages. */
type SectionFacts = { title: string; has: string; pages: RegExp }

export const sections = {
  builder: {
    title: 'Builder',
    has: 'The configurator, platforms, parts and build slots',
    pages: /^\/(build|build-kit|builds|builds\/compare|products\/sbr)$/,
  },
  'small-batch': {
    title: 'Small-Batch',
    has: 'The lines with their build windows',
    pages: /^\/small-batch(\/.*)?$/,
  },
  trust: {
    title: 'Trust Pack',
    has: 'The pack for sale, with a build, and free with a reserved firearm',
    pages: /^\/trust(\/bundle)?$/,
  },
  services: {
    title: 'Services',
    has: 'The page of services',
    pages: /^\/services$/,
  },
  training: {
    title: 'CCW Training',
    has: 'Classes, their dates and registration',
    pages: /^\/(courses|ccw-training(\/(register|instructors))?|course-registration(\/.*)?)$/,
  },
  registry: {
    title: 'Vault registry',
    has: 'The public lookup of numbered units and their certificates',
    pages: /^\/vault$/,
  },
} as const satisfies Record<string, SectionFacts>

export type Section = keyof typeof sections

export const sectionNames = Object.keys(sections) as [Section, ...Section[]]

export function isSection(text: string): text is Section {
  return Object.hasOwn(sections, text)
}

export function isOfSection(path: string): boolean {
  return sectionNames.some((section) => sections[section].pages.test(path))
}

export type ClosedPages = { sections: readonly Section[]; pages: readonly string[] }

export const nothingClosed: ClosedPages = { sections: [], pages: [] }

export function isOpenPage({ sections: closed, pages }: ClosedPages, to: string): boolean {
  const { pathname, searchParams, hostname } = new URL(to, 'http://shop.invalid')
  if (hostname !== 'shop.invalid') return true
  const path = pathname.toLowerCase().replace(/(.)\/$/, '$1')
  // The certificate of a unit that somebody owns is read by its code, whatever is switched off.
  if (path === '/vault' && searchParams.has('code')) return true
  return !pages.includes(path) && !closed.some((section) => sections[section].pages.test(path))
}
