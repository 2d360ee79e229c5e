import '#app/ui/styles/tabs.css'
import { shopContext } from '#app/http/context.server.ts'
import { breadcrumbList, JsonLd } from '#app/http/structured-data.tsx'
import { pageHead, type SharedHandle, sharedPage, sharePath } from '#app/http/page-head.ts'
import { countOf } from '#app/kit/text.ts'
import { pagePath, requestedPage } from '#app/kit/paging.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TextField } from '#app/ui/field.tsx'
import { PageLinks } from '#app/ui/page-links.tsx'
import { publicCalls } from '../pages/rules.ts'
import { listCovers } from '../photos/store.server.ts'
import { AccessoryTray } from './card.tsx'
import { accessoryQuery, isFiltered, parseAccessoryFilter } from './rules.ts'
import { findAccessoryPage, listCategories } from './store.server.ts'
import type { Route } from './+types/page'

const page = { title: 'Accessories', path: '/accessories' }
const links = [
  { label: 'Build Your Rifle', to: '/build' },
  { label: 'Trust Pack', to: '/trust' },
  { label: 'Current Drop', to: '/drops' },
]

export const handle = { sharedParams: ['q', 'category', 'page'] } satisfies SharedHandle

/** Cards on a page: full rows of four, of three and of two. */
const pageSize = 24

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { db, publicUrl } = shop
  const query = new URL(request.url).searchParams
  const categories = await listCategories(db)
  const filter = parseAccessoryFilter(query, categories)
  const wanted = requestedPage(query)
  const { products, ...paging } = await findAccessoryPage(db, shop.now(), { filter, wanted, size: pageSize })
  const photos = await listCovers(
    shop,
    'accessory',
    products.map(({ id }) => id),
  )
  return { products, ...paging, isWhole: !isFiltered(filter), filter, categories, photos, publicUrl }
}

export const headers = () => sharedPage

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
  const { products, photos, publicUrl, filter, categories, total, isWhole, ...paging } = loaderData
  const featured = isWhole ? products.filter((each) => each.featured) : []
  const others = isWhole ? products.filter((each) => !each.featured) : products
  const category = categories.find(({ slug }) => slug === filter.category)
  return (
    <>
      <JsonLd data={breadcrumbList(publicUrl, [{ name: page.title, path: page.path }])} />
      <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-8 pt-12 pb-section lg:pt-16">
        <header className="flex flex-wrap items-end justify-between gap-x-12 gap-y-4">
          <h1 className="h1">Accessories</h1>
          <p className="lead max-w-[38ch]">Everything that goes with the rifle, in stock at our shop.</p>
        </header>
        {total === 0 ? (
          <EmptyState
            title="No accessories yet"
            text="We have no accessories yet. Drops and builds are open."
            actions={<ButtonLink href="/drops">Current drop</ButtonLink>}
          />
        ) : (
          <>
            <Filters categories={categories} filter={filter} />
            {featured.length > 0 && (
              <section className="grid gap-4" aria-labelledby="featured">
                <h2 className="h3" id="featured">
                  Featured
                </h2>
                <AccessoryTray products={featured} photos={photos} />
              </section>
            )}
            <section className="grid gap-4" aria-labelledby="shelf">
              <div className="flex flex-wrap items-baseline justify-between gap-4">
                <h2 className="h3" id="shelf">
                  {category?.name ?? (featured.length > 0 ? 'More accessories' : 'All accessories')}
                </h2>
                <p className="text-sm text-muted" role="status">
                  {`${paging.found.toLocaleString('en-US')} of ${countOf(total, 'accessory', 'accessories')}`}
                </p>
              </div>
              {others.length > 0 && <AccessoryTray products={others} photos={photos} />}
              {products.length === 0 && (
                <EmptyState
                  title="No accessories found matching your criteria."
                  level={3}
                  text="Try another search, or browse all categories."
                  actions={<ButtonLink href={page.path}>Clear Filters</ButtonLink>}
                />
              )}
              <PageLinks
                paging={paging}
                path={page.path}
                filter={accessoryQuery(filter)}
                label="Accessories"
                begin="shelf"
              />
            </section>
          </>
        )}
      </div>
      <section className="section" aria-labelledby="shipping">
        <div className="wrap grid gap-6 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]">
          <h2 className="h2" id="shipping">
            Before you order
          </h2>
          <p className="lead">
            Some items have shipping restrictions, and magazine capacity limits apply in some states. The page
            of a product says where it ships.
          </p>
          <nav className="btns lg:col-start-2" aria-label="Elsewhere in the shop">
            {publicCalls(links).map(({ label, to }) => (
              <ButtonLink key={to} href={to}>
                {label}
              </ButtonLink>
            ))}
          </nav>
        </div>
      </section>
    </>
  )
}

type FilterProps = Pick<Route.ComponentProps['loaderData'], 'categories' | 'filter'>

function Filters({ categories, filter }: FilterProps) {
  const addressOf = (category: string) => {
    const query = accessoryQuery({ ...filter, category })
    return query.size ? `${page.path}?${query}` : page.path
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-end gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(260px,340px)]">
      <nav className="tabs [&>a]:px-3 [&>a:first-child]:pl-0" aria-label="Category">
        {[{ slug: 'all', name: 'All' }, ...categories].map(({ slug, name }) => (
          <a key={slug} href={addressOf(slug)} aria-current={filter.category === slug ? 'true' : undefined}>
            {name}
          </a>
        ))}
      </nav>
      <form
        className="flex gap-2 max-xl:order-first"
        method="get"
        action={page.path}
        data-auto
        role="search"
        aria-label="Accessories"
      >
        {filter.category !== 'all' && <input type="hidden" name="category" value={filter.category} />}
        <TextField
          className="flex-1"
          label="Search"
          labelHidden
          name="q"
          type="search"
          placeholder="Search name or description"
          autoComplete="off"
          maxLength={80}
          defaultValue={filter.search}
        />
        <Button className="hidden noscript:inline-flex">Search</Button>
      </form>
    </div>
  )
}
