import { shopContext } from '#app/http/context.server.ts'
import { JsonLd } from '#app/http/json-ld.tsx'
import { breadcrumbList, pageHead, sharePath } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { listStateRules } from '../../compliance/store.server.ts'
import { publicCalls } from '../../pages/rules.ts'
import { MagazineLimitsNotice } from '../components/magazine-limits.tsx'
import { AccessoryList } from '../components/accessory-list.tsx'
import { type Accessory, magazineLimits } from '../rules.ts'
import { listAccessories } from '../store.server.ts'
import '../accessory.css'
import type { Route } from './+types/accessories'

const page = { title: 'Accessories', path: '/accessories' }
const links = [
  { label: 'Build Your Rifle', to: '/build' },
  { label: 'Trust Pack', to: '/trust' },
  { label: 'Current Drop', to: '/drops' },
]

export const handle = { sharedParams: ['q', 'category'] } satisfies SharedHandle

export async function loader({ context }: Route.LoaderArgs) {
  const { db, now, publicUrl } = context.get(shopContext)
  const [accessories, rules] = await Promise.all([listAccessories(db, now()), listStateRules(db)])
  // Only the cart needs exact stock.
  const products = accessories.map(({ left: _, ...product }): Accessory => product)
  return { products, limits: magazineLimits(rules), publicUrl }
}

export function headers() {
  return sharedPage
}

/** Filtering works on loaded data; only the address changes. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formAction,
  defaultShouldRevalidate,
}: {
  currentUrl: URL
  nextUrl: URL
  formAction?: string
  defaultShouldRevalidate: boolean
}) {
  // Cart changes do not affect this page.
  if (formAction?.startsWith('/cart')) return false
  const isFiltering = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return !isFiltering && defaultShouldRevalidate
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  return pageHead({
    ...page,
    publicUrl: loaderData.publicUrl,
    description:
      'Magazines, morale patches, suppressor accessories, tactical gear and maintenance: everything that goes with the rifle, with prices and stock.',
    picture: sharePath('accessories'),
  })
}

export default function Accessories({ loaderData }: Route.ComponentProps) {
  const { products, limits, publicUrl } = loaderData
  return (
    <>
      <JsonLd data={breadcrumbList(publicUrl, [{ name: page.title, path: page.path }])} />
      {products.length > 0 && <JsonLd data={productListJsonLd(products, publicUrl)} />}
      <header className="pt-12 pb-8 lg:pt-16">
        <div className="wrap flex flex-wrap items-end justify-between gap-x-12 gap-y-4">
          <h1 className="h1 text-title font-hairline">Accessories</h1>
          <p className="lead max-w-[38ch]">Everything that goes with the rifle, in stock at our shop.</p>
        </div>
      </header>
      <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-12 pb-section">
        <AccessoryList products={products} />
      </div>
      <section className="section" aria-labelledby="shipping">
        <div className="wrap grid gap-6 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]">
          <h2 className="h2" id="shipping">
            Before you order
          </h2>
          <MagazineLimitsNotice limits={limits} />
          <nav className="btns lg:col-start-2" aria-label="Elsewhere in the shop">
            {publicCalls(links).map(({ label, to }) => (
              <ButtonLink key={to} to={to}>
                {label}
              </ButtonLink>
            ))}
          </nav>
        </div>
      </section>
    </>
  )
}

/** The products as schema.org data. */
function productListJsonLd(products: readonly Accessory[], publicUrl: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: products.map(({ name, description, priceCents, inStock }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: {
        '@type': 'Product',
        name,
        description,
        offers: {
          '@type': 'Offer',
          price: (priceCents / 100).toFixed(2),
          priceCurrency: 'USD',
          availability: `https://schema.org/${inStock ? 'InStock' : 'OutOfStock'}`,
          seller: { '@id': `${publicUrl}/#shop` },
        },
      },
    })),
  }
}
