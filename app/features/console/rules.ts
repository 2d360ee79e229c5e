import { mayDo, type StaffRight, type StaffRole } from '#app/features/staff/rules.ts'
import { consolePath } from './rules/path.ts'

export const searchPath = '/staff/search'

/** What is found, as a part of that page and of the palette. */
export const foundPart = 'found'

export const preferencesPath = `${consolePath}/preferences`

export type Place = {
  word: string
  path: string
  alsoPath?: string
  right: StaffRight
}

/** In the order of the top line. A desk joins in the commit that brings its route: the list has no word that leads nowhere. */
export const places: readonly Place[] = [
  { word: 'Today', path: '/staff', right: 'orders.read' },
  { word: 'Orders', path: '/staff/orders', right: 'orders.read' },
  { word: 'Transfers', path: '/staff/transfers', alsoPath: '/staff/dealers', right: 'transfers' },
  { word: 'Shipping', path: '/staff/shipping', right: 'shipping' },
  { word: 'Money', path: '/staff/money', right: 'money.read' },
  { word: 'Inbox', path: '/staff/inbox', right: 'inbox' },
  { word: 'Lists', path: '/staff/subscriptions', right: 'subscriptions' },
  { word: 'Audit', path: '/staff/audit', right: 'audit.read' },
  { word: 'Rules', path: '/staff/rules', right: 'rules.write' },
  { word: 'Words', path: '/staff/words', right: 'rules.write' },
  { word: 'Shop', path: '/staff/setup-shop', right: 'rules.write' },
  { word: 'Classes', path: '/staff/classes', right: 'classes' },
  { word: 'Drops', path: '/staff/drops', right: 'drops.write' },
  { word: 'Catalog', path: '/staff/catalog', right: 'catalog.write' },
  { word: 'Photos', path: '/staff/photos', right: 'catalog.write' },
  { word: 'People', path: '/staff/people', right: 'people' },
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
