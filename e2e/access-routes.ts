// Where every page of the public site is looked at: one address or more for each page of app/routes.ts.
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '#app/routes.ts'

/** Pages that need nothing but the sample catalog. */
export const openPages: Readonly<Record<string, readonly string[]>> = {
  '/': ['/'],
  '/about': ['/about'],
  '/faq': ['/faq'],
  '/learn': ['/learn'],
  '/process-guide': ['/process-guide'],
  '/services': ['/services'],
  '/drops': ['/drops'],
  '/drops/vault': ['/drops/vault', '/drops/vault?q=nothing-like-it'],
  '/drops/details': ['/drops/details'],
  '/drops/:slug': [
    '/drops/guerrilla-vol-1',
    '/drops/cyber-vol-1',
    '/drops/noir-vol-1',
    '/drops/no-such-drop',
  ],
  '/drops/:slug/reserve': ['/drops/guerrilla-vol-1/reserve?number=9'],
  '/vault': ['/vault'],
  '/privacy': ['/privacy'],
  '/terms': ['/terms'],
  '/refunds': ['/refunds'],
  '/accessibility': ['/accessibility'],
  '/build': ['/build', '/build?platform=ar15&lower=forged-lower&upper=upper-300&barrel=barrel-10-3'],
  '/platforms/:id': ['/platforms/ar15'],
  '/parts/:id': ['/parts/barrel-10-3'],
  '/build/submit': ['/build/submit?platform=ar15&lower=forged-lower'],
  '/builds/compare': ['/builds/compare'],
  '/small-batch': ['/small-batch'],
  '/small-batch/:line': ['/small-batch/guerrilla', '/small-batch/outlaw', '/small-batch/cyber'],
  '/small-batch/:line/reserve': ['/small-batch/guerrilla/reserve'],
  '/ccw-training': ['/ccw-training'],
  '/ccw-training/instructors': ['/ccw-training/instructors'],
  '/ccw-training/register': ['/ccw-training/register'],
  '/training/certificates/:code?': ['/training/certificates', '/training/certificates/22222222'],
  '/course-registration': ['/course-registration'],
  '/course-registration/scheduling': ['/course-registration/scheduling'],
  '/trust': ['/trust'],
  '/trust/buy': ['/trust/buy'],
  '/accessories': ['/accessories'],
  '/accessories/:id': ['/accessories/magazine-30'],
  '/orders/find': ['/orders/find'],
  '/confirm-email': ['/confirm-email'],
  '/search': ['/search', '/search?q=tax+stamp', '/search?q=nothing-like-it'],
  '/contact': ['/contact'],
  '/contact/quote': ['/contact/quote'],
  '/subscriptions': ['/subscriptions'],
  '/mailbox': ['/mailbox'],
  '/*': ['/no-such-page'],
}

/** Pages of somebody's own order, and of a patch, whose id the shop makes: the journeys of `access.spec.ts` find their addresses. */
export const ownPages = [
  '/cart',
  '/checkout/:order',
  '/checkout/:order/details',
  '/orders/:order',
  '/orders/:order/link',
  '/orders/:order/dealer',
  '/orders/:order/dealer/request',
  '/orders/:order/documents',
  '/orders/:order/refund',
  '/orders/:order/agreement/:position',
  '/orders/:order/balance/:position',
  '/orders/:order/address',
  '/orders/:order/again',
  '/orders/:order/trust',
  '/orders/:order/seat',
  '/orders/:order/seat/move',
  '/orders/:order/seat/cancellation',
  '/orders/:order/delay',
  '/orders/mine',
  '/patches/:id',
  '/builds/:code',
  '/build/submitted/:submission',
  '/build/submitted/:submission/agreement',
  '/privacy/requests/:request',
  '/subscriptions/confirm',
  '/subscriptions/preferences',
  '/subscriptions/unsubscribe',
] as const

/** Pages that another journey looks at. */
export const elsewhere: Readonly<Record<string, string>> = {
  '/age-gate': 'age-gate.spec.ts',
  '/age-gate/restricted': 'age-gate.spec.ts',
  '/dealers/answer/:request': 'dealers.spec.ts',
  '/checkout/:order/invoice': 'invoice.spec.ts',
  '/drops/offers/:order': 'drop-variants.spec.ts',
}

/** Pages that a form shows when it is refused; their addresses lead on. A journey looks at their one frame. */
export const refusalPages: readonly string[] = [
  '/checkout/:order/removal',
  '/checkout/:order/renewal',
  '/checkout/:order/cancellation',
  '/orders/:order/link/ending',
  '/orders/:order/seat/kept',
]

/** Every public page of the site's table: what a browser shows, not files and answers to programs. */
export function publicPages(): string[] {
  return [...new Set(listPages(routes))].filter((path) => !path.startsWith('/staff'))
}

/** Every page of the console. */
export function staffPages(): string[] {
  return [...new Set(listPages(routes))].filter((path) => path.startsWith('/staff'))
}

function listPages(entries: readonly RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path = '', file, children = [] }) => {
    const here = path ? `${parent}/${path}` : parent
    return [...(file.endsWith('.tsx') ? [here || '/'] : []), ...listPages(children, here)]
  })
}
