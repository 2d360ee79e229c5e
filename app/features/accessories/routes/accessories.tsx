import { shopContext } from '#app/http/context.server.ts'
import { JsonLd } from '#app/http/json-ld.tsx'
import { breadcrumbList } from '#app/http/structured-data.ts'
import { pageHead, sharePath } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { requestedPage, pagePath } from '#app/kit/paging.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { sharedFile, type ShownPhoto } from '../../photos/rules.ts'
import { listCovers } from '../../photos/store.server.ts'
import { listStateRules } from '../../compliance/store.server.ts'
import { publicCalls } from '../../pages/rules.ts'
import { MagazineLimitsNotice } from '../components/magazine-limits.tsx'
import { AccessoryList } from '../components/accessory-list.tsx'
import { parseAccessoryFilter } from '../input.ts'
import { type Accessory, accessoryPath, drawingPath, isFiltered, magazineLimits } from '../rules.ts'
import { findAccessoryPage, listCategories, listFeatured } from '../store.server.ts'
import '../accessory.css'
import type { Route } from './+types/accessories'

const page = { title: 'Accessories', path: '/accessories' }
const links = [
  { label: 'Build Your Rifle', to: '/build' },
  { label: 'Trust Pack', to: '/trust' },
  { label: 'Current Drop', to: '/drops' },
]

export const handle = { sharedParams: ['q', 'category', 'page'] } satisfies SharedHandle

/** Cards on a page: full rows of four, of three and of two. */
const pageSize = 24
const maxFeatured = 4

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { db, now, publicUrl } = shop
  const moment = now()
  const query = new URL(request.url).searchParams
  const categories = await listCategories(db)
  const filter = parseAccessoryFilter(query, categories)
  const isWhole = !isFiltered(filter)
  const [found, featured, rules] = await Promise.all([
    findAccessoryPage(db, moment, { filter, wanted: requestedPage(query), size: pageSize }),
    isWhole && requestedPage(query) === 1 ? listFeatured(db, moment, maxFeatured) : [],
    listStateRules(db),
  ])
  const { products: shown, ...paging } = found
  const photos = await listCovers(
    shop,
    'accessory',
    [...shown, ...featured].map(({ id }) => id),
  )
  return {
    products: shown.map(withoutStock),
    featured: featured.map(withoutStock),
    ...paging,
    isWhole,
    filter,
    categories,
    photos,
    limits: magazineLimits(rules),
    publicUrl,
  }
}

/** Only the cart needs exact stock. */
function withoutStock({ left: _, ...product }: Accessory & { left: number }): Accessory {
  return product
}

export function headers() {
  return sharedPage
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { publicUrl, page: at, pages, isWhole } = loaderData
  const of = (to: number) => pagePath(page.path, new URLSearchParams(), to)
  const head = pageHead({
    ...page,
    ...(at > 1 && { title: `${page.title}, page ${at}` }),
    // A filtered list is not another page to a search engine; the second page of the whole is.
    path: of(isWhole ? at : 1),
    publicUrl,
    description:
      'Magazines, morale patches, suppressor accessories, tactical gear and maintenance: everything that goes with the rifle, with prices and stock.',
    picture: sharePath('accessories'),
  })
  if (!isWhole) return head
  return [
    ...head,
    ...(at > 1 ? [{ tagName: 'link', rel: 'prev', href: publicUrl + of(at - 1) }] : []),
    ...(at < pages ? [{ tagName: 'link', rel: 'next', href: publicUrl + of(at + 1) }] : []),
  ]
}

export default function Accessories({ loaderData }: Route.ComponentProps) {
  const { products, photos, limits, publicUrl } = loaderData
  return (
    <>
      <JsonLd data={breadcrumbList(publicUrl, [{ name: page.title, path: page.path }])} />
      {products.length > 0 && <JsonLd data={productListJsonLd(products, photos, publicUrl)} />}
      <header className="pt-12 pb-8 lg:pt-16">
        <div className="wrap flex flex-wrap items-end justify-between gap-x-12 gap-y-4">
          <h1 className="h1 text-title font-hairline">Accessories</h1>
          <p className="lead max-w-[38ch]">Everything that goes with the rifle, in stock at our shop.</p>
        </div>
      </header>
      <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-12 pb-section">
        <AccessoryList {...loaderData} />
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
function productListJsonLd(
  products: readonly Accessory[],
  photos: Readonly<Record<string, ShownPhoto>>,
  publicUrl: string,
) {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: products.map(({ id, name, description, priceCents, inStock }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: {
        '@type': 'Product',
        url: publicUrl + accessoryPath(id),
        name,
        description,
        image: new URL(photos[id] ? sharedFile(photos[id]).path : drawingPath(id), publicUrl).href,
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
