import { brand } from '#app/kit/brand.ts'
import { type ClosedPages, isOpenPage } from './facts/sections.ts'
import type { FooterColumn } from './ui/site-footer.tsx'
import type { NavItem, NavLink } from './ui/site-nav.tsx'

/** The navigation bar, item by item as the specification lists it. */
const navigation: readonly NavItem[] = [
  { label: 'Home', to: '/' },
  { label: 'Builder', to: '/build' },
  {
    label: `${brand} Drops`,
    to: '/drops',
    items: [
      { label: 'Current Drop', to: '/drops' },
      { label: 'Drop Details', to: '/drops/details' },
      { label: `${brand} Vault`, to: '/drops/vault' },
    ],
  },
  {
    label: 'Small-Batch',
    to: '/small-batch',
    items: [
      { label: 'Current Releases', to: '/small-batch' },
      { label: 'Guerrilla Line', to: '/small-batch/guerrilla' },
      { label: 'Outlaw Line', to: '/small-batch/outlaw' },
      { label: 'Cyber Line', to: '/small-batch/cyber' },
    ],
  },
  {
    label: 'CCW Training',
    to: '/ccw-training',
    beneath: ['/course-registration'],
    items: [
      { label: 'Course Schedule', to: '/ccw-training' },
      { label: 'Register Now', to: '/ccw-training/register' },
      { label: 'Instructors', to: '/ccw-training/instructors' },
    ],
  },
  { label: 'Vault', to: '/vault' },
  { label: 'About', to: '/about' },
  { label: 'Contact', to: '/contact' },
]

/** The bar's one button. */
export const navigationCall: NavLink = { label: 'Join the Drop', to: '/drops' }

/** What the footer lists. */
export const footerColumns: readonly FooterColumn[] = [
  {
    title: 'Drops',
    links: [
      { label: 'Current Drop', to: '/drops' },
      { label: 'Drop Details', to: '/drops/details' },
      { label: `${brand} Vault`, to: '/drops/vault' },
      { label: 'Small-Batch', to: '/small-batch' },
    ],
  },
  {
    title: 'Build',
    links: [
      { label: 'Builder', to: '/build' },
      { label: 'Services', to: '/services' },
      { label: 'Accessories', to: '/accessories' },
      { label: 'Trust Pack', to: '/trust' },
    ],
  },
  {
    title: 'Learn',
    links: [
      { label: 'Process Guide', to: '/process-guide' },
      { label: 'CCW Training', to: '/ccw-training' },
      { label: 'FAQ', to: '/faq' },
      { label: 'Learn', to: '/learn' },
    ],
  },
  {
    title: 'Company',
    links: [
      { label: 'About', to: '/about' },
      { label: 'Contact', to: '/contact' },
      { label: 'Find Your Order', to: '/orders/find' },
      { label: 'Refunds', to: '/refunds' },
      { label: 'Privacy', to: '/privacy' },
      { label: 'Terms', to: '/terms' },
      { label: 'Accessibility', to: '/accessibility' },
    ],
  },
]

/** The bar's items and links that lead to open pages. */
export function openNavigation(closed: ClosedPages): readonly NavItem[] {
  const isOpen = ({ to }: NavLink) => isOpenPage(closed, to)
  return navigation
    .filter(isOpen)
    .map((item) => (item.items ? { ...item, items: item.items.filter(isOpen) } : item))
}

/** The footer's links that lead to open pages. */
export function openFooter(closed: ClosedPages): readonly FooterColumn[] {
  return footerColumns.map(({ title, links }) => ({
    title,
    links: links.filter(({ to }) => isOpenPage(closed, to)),
  }))
}
