import { countOf } from '#app/kit/count.ts'

/** Texts of the specification (sections 2 and 8), letter for letter. */
export const listWords = {
  inStock: 'In Stock',
  outOfStock: 'Out of Stock',
  none: 'No accessories found matching your criteria.',
  clear: 'Clear Filters',
  all: 'All',
  empty: 'No accessories yet',
  emptyText: 'We have no accessories yet. Drops and builds are open.',
}

/** Texts of a product's own page. */
export const productWords = {
  notFound: {
    title: 'Product Not Found',
    text: 'This product is no longer sold, or the address is wrong.',
    link: { to: '/accessories', label: 'All Accessories' },
  },
  specs: 'Specifications',
  ships: 'Where it ships',
  everywhere: 'Everywhere we ship: all 50 states and Washington, D.C.',
  refused: 'Not to',
  reviewed: 'Checked by us first',
  others: 'It ships to every other state.',
  signature: 'An adult signs for it at the door.',
  ground: 'It travels on the ground only.',
  related: 'Also in',
  fits: { handgun: 'Handguns', long_gun: 'Rifles', both: 'Rifles and large-format pistols' },
  rounds: (capacity: number) => countOf(capacity, 'round'),
} as const

/** The notice below the list. */
export const shippingNotice =
  'Some items have shipping restrictions, and magazine capacity limits apply in some states.'
