import { LRUCache } from 'lru-cache'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import type { ReactElement, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { useLocation } from 'react-router'
import { brand } from '#app/kit/brand.ts'
import { type ClosedPages, isOpenPage } from '#app/facts/sections.ts'
import { HeldPlace } from '#app/features/checkout/components/held-line.tsx'
import { SearchLink, searchPath } from './features/site-search/search-link.tsx'
import { DialogFrame } from './ui/dialog.tsx'
import { currentOf, type NavItem, type NavLink } from './ui/nav-rules.ts'
import { OpenPages } from './ui/open-pages.ts'
import { SiteFooter, type FooterColumn } from './ui/site-footer.tsx'
import { SiteNav } from './ui/site-nav.tsx'
import { SkipLink } from './ui/skip-link.tsx'
import { Toaster } from './ui/toaster.tsx'

type Props = { closed: ClosedPages; seller: readonly string[]; children: ReactNode }

/** What stands around every page of the shop. Header and footer are drawn once for each place in the navigation. */
export function Frame({ closed, seller, children }: Props) {
  const { pathname } = useLocation()
  const { header, footer } = drawnFor({ closed, seller, pathname })
  return (
    <OpenPages value={(to) => isOpenPage(closed, to)}>
      <SkipLink />
      {/* oxlint-disable-next-line react/no-danger -- React's own, of our own parts */}
      <header className="nav h-nav print:hidden" dangerouslySetInnerHTML={{ __html: header }} />
      <HeldPlace />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <footer
        className="site-footer border-t border-hairline py-6 text-muted lg:pt-16 lg:pb-12"
        // oxlint-disable-next-line react/no-danger -- React's own, of our own parts
        dangerouslySetInnerHTML={{ __html: footer }}
      />
      <Toaster />
      <DialogFrame />
    </OpenPages>
  )
}

type Place = Omit<Props, 'children'> & { pathname: string }

const drawn = new LRUCache<string, { header: string; footer: string }>({ max: 50 })

function drawnFor({ closed, seller, pathname }: Place) {
  // Orders have an address each, and no place in the navigation.
  const place = isPlace(pathname) ? pathname : ''
  const key = JSON.stringify([place, closed, seller])
  const known = drawn.get(key) ?? draw({ closed, seller, pathname: place })
  drawn.set(key, known)
  return known
}

function isPlace(pathname: string): boolean {
  const tools = [cartPath, searchPath]
  return tools.includes(pathname) || navigation.some((item) => currentOf(item, pathname))
}

function draw({ closed, seller, pathname }: Place) {
  const isOpen = ({ to }: NavLink) => isOpenPage(closed, to)
  const items = navigation
    .filter(isOpen)
    .map((item) => (item.items ? { ...item, items: item.items.filter(isOpen) } : item))
  const columns = footerColumns.map(({ title, links }) => ({ title, links: links.filter(isOpen) }))
  const tools = (
    <>
      <SearchLink pathname={pathname} />
      <CartLink pathname={pathname} />
    </>
  )
  // React would load images in advance from the head, which is not here.
  const html = (part: ReactElement) =>
    renderToStaticMarkup(part, { identifierPrefix: 'frame' }).replaceAll(/<link rel="preload"[^>]*>/g, '')
  return {
    header: html(<SiteNav items={items} cta={navigationCall} tools={tools} pathname={pathname} />),
    footer: html(
      <SiteFooter
        columns={columns}
        first={{ label: 'Find Your Order', to: '/orders/find' }}
        about="Numbered drops and custom short-barreled rifles, built under federal license in Miami, Florida."
        seller={seller}
        legal="18 or older. NFA items are collected at your dealer after federal approval, which varies. Not legal advice."
      />,
    ),
  }
}

const cartPath = '/cart'

/** `site/header.ts` fills in its badge in the browser, so that pages stay the same for everyone. */
function CartLink({ pathname }: { pathname: string }) {
  return (
    <div className="self-center max-md:order-1 md:max-xl:-mx-1">
      <a
        id="cart-link"
        className="relative grid size-11 place-items-center md:max-lg:w-8 text-muted transition-colors hover:text-ink aria-[current]:text-ink"
        href={cartPath}
        aria-label="Cart"
        aria-current={pathname === cartPath ? 'page' : undefined}
      >
        <ShoppingBag className="size-5" aria-hidden />
        <span
          className="absolute top-0.5 right-0 min-w-5 rounded-full bg-accent px-1 text-center font-display text-xs leading-5 font-bold text-on-accent"
          aria-hidden
          data-badge
          hidden
        />
      </a>
      <span className="sr-only" role="status" id="cart-status" />
    </div>
  )
}

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

const navigationCall: NavLink = { label: 'Join the Drop', to: '/drops' }

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
