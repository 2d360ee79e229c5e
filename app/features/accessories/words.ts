import type { Category } from './rules.ts'

/** The tabs, with the specification's words. */
export const categoryWords: Record<Category | 'all', string> = {
  all: 'All',
  magazines: 'Magazines & Feeding',
  patches: 'Morale Patches',
  suppressor: 'Suppressor Accessories',
  gear: 'Tactical Gear',
  maintenance: 'Maintenance & Care',
}

/** Texts of the specification (sections 2 and 8), letter for letter. */
export const listWords = {
  inStock: 'In Stock',
  outOfStock: 'Out of Stock',
  none: 'No accessories found matching your criteria.',
  clear: 'Clear Filters',
}

/** The notice below the list. */
export const shippingNotice =
  'Some items have shipping restrictions, and magazine capacity limits apply in some states.'
