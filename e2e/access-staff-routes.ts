// Where every page of the console is looked at: one address or more for each staff page of app/routes.ts.
import { catalogKinds } from '#app/features/catalog-desk/rules/kind.ts'
import { sqlOnShop } from './shop.ts'

/** Pages that need nothing but a signed-in owner and the sample catalog. */
export const openStaffPages: Readonly<Record<string, readonly string[]>> = {
  '/staff': ['/staff'],
  '/staff/*': ['/staff/no-such-page'],
  '/staff/orders': ['/staff/orders', '/staff/orders?edit=stage'],
  '/staff/account': ['/staff/account'],
  '/staff/account/password': ['/staff/account/password'],
  '/staff/people': ['/staff/people'],
  '/staff/search': ['/staff/search?q=orders'],
  '/staff/transfers': ['/staff/transfers'],
  '/staff/dealers': ['/staff/dealers', '/staff/dealers?q=Tampa'],
  '/staff/dealers/import': ['/staff/dealers/import'],
  '/staff/shipping': ['/staff/shipping'],
  '/staff/shipping/pick-list': ['/staff/shipping/pick-list'],
  '/staff/photos': ['/staff/photos'],
  '/staff/photos/new': ['/staff/photos/new'],
  '/staff/money': ['/staff/money'],
  '/staff/money/tax': ['/staff/money/tax'],
  '/staff/inbox': ['/staff/inbox'],
  '/staff/subscriptions': ['/staff/subscriptions'],
  '/staff/subscriptions/announcements/new': ['/staff/subscriptions/announcements/new'],
  '/staff/retention': ['/staff/retention'],
  '/staff/audit': ['/staff/audit'],
  '/staff/words': ['/staff/words'],
  '/staff/words/:key': ['/staff/words/faq', '/staff/words/terms'],
  '/staff/words/:key/preview': ['/staff/words/about/preview'],
  '/staff/rules': ['/staff/rules'],
  '/staff/rules/calendar': ['/staff/rules/calendar'],
  '/staff/rules/places': ['/staff/rules/places'],
  '/staff/rules/places/:place': ['/staff/rules/places/new'],
  '/staff/rules/ages/:age': ['/staff/rules/ages/new'],
  '/staff/rules/claims': ['/staff/rules/claims'],
  '/staff/rules/:state': ['/staff/rules/FL'],
  '/staff/setup-shop': ['/staff/setup-shop'],
  '/staff/setup-shop/:step': ['/staff/setup-shop/address', '/staff/setup-shop/hours'],
  '/staff/setup-shop/sections': ['/staff/setup-shop/sections'],
  '/staff/setup-shop/tax': ['/staff/setup-shop/tax'],
  '/staff/setup-shop/shipping': ['/staff/setup-shop/shipping'],
  '/staff/setup-shop/dealers': ['/staff/setup-shop/dealers'],
  '/staff/setup-shop/payments': ['/staff/setup-shop/payments'],
  '/staff/setup-shop/mail': ['/staff/setup-shop/mail'],
  '/staff/setup-shop/texts': ['/staff/setup-shop/texts'],
  '/staff/setup-shop/sample': ['/staff/setup-shop/sample'],
  '/staff/setup-shop/sample/removal': ['/staff/setup-shop/sample/removal'],
  '/staff/classes': ['/staff/classes'],
  '/staff/classes/new': ['/staff/classes/new'],
  '/staff/classes/courses': ['/staff/classes/courses'],
  '/staff/classes/courses/new': ['/staff/classes/courses/new'],
  '/staff/classes/courses/:course': ['/staff/classes/courses/basic-pistol'],
  '/staff/classes/instructors': ['/staff/classes/instructors'],
  '/staff/classes/places': ['/staff/classes/places'],
  '/staff/drops': ['/staff/drops'],
  '/staff/drops/new': ['/staff/drops/new'],
  '/staff/drops/:slug': ['/staff/drops/guerrilla-vol-1'],
  '/staff/drops/:slug/live': ['/staff/drops/guerrilla-vol-1/live'],
  '/staff/catalog': ['/staff/catalog'],
  '/staff/catalog/:kind': catalogKinds.map((kind) => `/staff/catalog/${kind}`),
  '/staff/catalog/:kind/new': ['/staff/catalog/accessories/new', '/staff/catalog/parts/new'],
  '/staff/catalog/:kind/import': ['/staff/catalog/accessories/import'],
  '/staff/catalog/:kind/:key': [
    '/staff/catalog/accessories/magazine-30',
    '/staff/catalog/parts/barrel-10-3',
    '/staff/catalog/platforms/ar15',
  ],
}

/** Pages of what buyers, senders and staff have made, which the journey of `access-staff.spec.ts` makes first. */
export const madeStaffPages = [
  '/staff/orders/:order',
  '/staff/orders/selected',
  '/staff/transfers/:order/:position',
  '/staff/inbox/messages/:message',
  '/staff/inbox/builds/:submission',
  '/staff/classes/:session',
  '/staff/classes/:session/edit',
  '/staff/classes/:session/walk-in',
  '/staff/dealers/:key',
  '/staff/rules/claims/:key',
] as const

/** Pages that another journey looks at. */
export const elsewhereStaffPages: Readonly<Record<string, string>> = {
  '/staff/sign-in': 'staff.spec.ts',
  '/staff/sign-in/code': 'staff.spec.ts',
  '/staff/sign-in/recovery': 'staff.spec.ts',
  '/staff/setup': 'staff.spec.ts',
  '/staff/invitation': 'staff.spec.ts',
  '/staff/welcome': 'staff.spec.ts',
  '/staff/account/recovery-codes': 'staff.spec.ts',
  '/staff/again': 'staff.spec.ts',
  '/staff/photos/uploads/:upload': 'photos.spec.ts',
  '/staff/photos/:hash': 'photos.spec.ts',
  '/staff/photos/:hash/deletion': 'photos.spec.ts',
  '/staff/subscriptions/announcements/:announcement': 'law-desks.spec.ts',
  '/staff/subscriptions/announcements/:announcement/sending': 'law-desks.spec.ts',
  '/staff/shipping/:order': 'shipping-desk.spec.ts',
  '/staff/inbox/requests/:request': 'inbox.spec.ts',
  '/staff/inbox/requests/:request/deletion': 'inbox.spec.ts',
  '/staff/classes/:session/cancellation': 'class-desk.spec.ts',
  '/staff/rules/places/:place/removal': 'law-desks.spec.ts',
  '/staff/words/:key/versions/:version': 'law-desks.spec.ts',
  '/staff/drops/:slug/:verb': 'drop-desk.spec.ts',
  '/staff/drops/:slug/preview': 'drop-desk.spec.ts',
  '/staff/catalog/imports/:run': 'catalog-desk.spec.ts',
  '/staff/dealers/lists/:list': 'pickup-steps.ts',
}

/** One row of a table, by its newest or only key. */
export async function anyKey(table: string, column: string): Promise<string> {
  const [row] = await sqlOnShop<{ key: string }>(`select ${column}::text as key from ${table} limit 1`)
  if (!row) throw new Error(`${table} is empty`)
  return row.key
}
