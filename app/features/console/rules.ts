import { mayDo, type StaffRight, type StaffRole } from '#app/features/staff/rules.ts'
import { consolePath } from './rules/path.ts'

export const preferencesPath = `${consolePath}/preferences`

export type Place = {
  word: string
  path: string
  alsoPath?: string
  key: string
  right: StaffRight
}

/**
 * The desks, in the order of the top line. A desk joins this list in the commit that brings its route: the list has no word that
 * leads nowhere.
 */
export const places: readonly Place[] = [
  { word: 'Today', path: '/staff', key: 't', right: 'orders.read' },
  { word: 'Orders', path: '/staff/orders', key: 'o', right: 'orders.read' },
  { word: 'Transfers', path: '/staff/transfers', alsoPath: '/staff/dealers', key: 'r', right: 'transfers' },
  { word: 'Shipping', path: '/staff/shipping', key: 's', right: 'shipping' },
  { word: 'Money', path: '/staff/money', key: 'm', right: 'money.read' },
  { word: 'Inbox', path: '/staff/inbox', key: 'i', right: 'inbox' },
  { word: 'Lists', path: '/staff/subscriptions', key: 'l', right: 'subscriptions' },
  { word: 'Audit', path: '/staff/audit', key: 'a', right: 'audit.read' },
  { word: 'Rules', path: '/staff/rules', key: 'u', right: 'rules.write' },
  { word: 'Words', path: '/staff/words', key: 'w', right: 'rules.write' },
  { word: 'Shop', path: '/staff/setup-shop', key: 'h', right: 'rules.write' },
  { word: 'Classes', path: '/staff/classes', key: 'c', right: 'classes' },
  { word: 'Drops', path: '/staff/drops', key: 'd', right: 'drops.write' },
  { word: 'Catalog', path: '/staff/catalog', key: 'k', right: 'catalog.write' },
  { word: 'Photos', path: '/staff/photos', key: 'f', right: 'catalog.write' },
  { word: 'People', path: '/staff/people', key: 'p', right: 'people' },
]

export function placesFor(role: StaffRole): Place[] {
  return places.filter(({ right }) => mayDo(role, right))
}

/** The menu entry that a page belongs to. The first one has no pages below it, so a page below no other entry has none. */
export function placeOf(pathname: string, among: readonly Place[] = places): Place | undefined {
  const isAt = (path: string) =>
    pathname === path || (path !== consolePath && pathname.startsWith(`${path}/`))
  return among.find(({ path, alsoPath }) => isAt(path) || (alsoPath !== undefined && isAt(alsoPath)))
}

export type DueCounts = Readonly<Record<string, number>>

/** Counts what is due for whoever has a role. On Today itself the count is that of the sheet, to the item. */
export type CountDue = (role: StaffRole, page: { isToday: boolean }) => Promise<DueCounts>

export function countsOf(shown: readonly Place[], counts: DueCounts): DueCounts {
  return Object.fromEntries(shown.flatMap(({ path }) => (counts[path] ? [[path, counts[path]]] : [])))
}

/** How a person likes the console: dark or light paper, and whether single letters act (WCAG 2.1.4). */
export type ConsolePreferences = { paper: 'dark' | 'light'; keys: boolean }

/** Reads what `formatPreferences` wrote. What is unknown or missing is as by default. */
export function parsePreferences(text: string | undefined): ConsolePreferences {
  const words = (text ?? '').split('.')
  return { paper: words.includes('light') ? 'light' : 'dark', keys: !words.includes('keyless') }
}

/** The preferences as the value of a cookie: `light.keyless`, or nothing where all is as by default. */
export function formatPreferences({ paper, keys }: ConsolePreferences): string {
  return [paper === 'light' && 'light', !keys && 'keyless'].filter(Boolean).join('.')
}
