import { Link } from 'react-router'
import { shopContext } from '#app/http/context.server.ts'
import { JsonLd } from '#app/http/json-ld.tsx'
import { breadcrumbList, parcelTerms, productData } from '#app/http/structured-data.ts'
import { notFound } from '#app/http/not-found.ts'
import { findShippingMethods } from '#app/features/delivery/store.server.ts'
import { pageHead } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Price } from '#app/ui/price.tsx'
import { FactList, ProductLayout } from '#app/ui/product-layout.tsx'
import { Section } from '#app/ui/section.tsx'
import { platformPath } from '../../builds/rules/build-address.ts'
import { readCatalog } from '../../builds/store.server.ts'
import { AddToCart } from '../../cart/components/add-to-cart.tsx'
import { listStateRules } from '../../compliance/store.server.ts'
import { PhotoSection } from '../../photos/components/photo-section.tsx'
import { sharedFile } from '../../photos/rules.ts'
import { findPhotos, listCovers } from '../../photos/store.server.ts'
import { AccessoryPicture } from '../components/accessory-picture.tsx'
import { AccessoryTray } from '../components/accessory-tray.tsx'
import { ProductShipping } from '../components/product-shipping.tsx'
import { accessoryPath, drawingPath, magazineLimits, shareCardPath, shippingStates } from '../rules.ts'
import { findProduct, listRelated } from '../store.server.ts'
import { listWords, productWords as words } from '../words.ts'
import '../accessory.css'
import type { Route } from './+types/product'

export const handle = { sharedParams: [] } satisfies SharedHandle

const maxRelated = 4

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { db, publicUrl } = shop
  const now = shop.now()
  const found = await findProduct(db, params.id, now)
  if (!found) throw notFound(words.notFound.title, words.notFound)
  const { left: _, goods, fitsPlatforms, ...product } = found
  const [[ground], rules, catalog, photos, others] = await Promise.all([
    findShippingMethods(db, now),
    listStateRules(db),
    readCatalog(db, now),
    findPhotos(shop, 'accessory', product.id),
    listRelated(db, product, now, maxRelated),
  ])
  const related = others.map(({ left: _l, ...other }) => other)
  const covers = await listCovers(
    shop,
    'accessory',
    related.map(({ id }) => id),
  )
  return {
    product,
    magazine: goods.magazine,
    platforms: catalog.platforms
      .filter(({ id }) => fitsPlatforms.includes(id))
      .map(({ id, name }) => ({ id, name })),
    shipping: {
      states: shippingStates(goods, rules, now),
      needsAdultSignature: goods.needsAdultSignature,
      isGroundOnly: goods.isGroundOnly,
      checkedOn: checkedDay(magazineLimits(rules).checkedOn),
    },
    photos,
    related,
    covers,
    shippingCents: ground?.priceCents,
    publicUrl,
  }
}

function checkedDay(day: string | null): string | null {
  return day && formatCalendarDate(day)
}

export function headers() {
  return sharedPage
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: words.notFound.title }]
  const { product, photos, publicUrl } = loaderData
  return pageHead({
    title: product.name,
    description: product.description,
    path: accessoryPath(product.id),
    publicUrl,
    picture: photos.cover ? sharedFile(photos.cover) : shareCardPath(product.id),
  })
}

export default function Product({ loaderData }: Route.ComponentProps) {
  const { product, magazine, platforms, shipping, photos, related, covers, shippingCents, publicUrl } =
    loaderData
  const { id, name, description, specs, priceCents, inStock, category, categoryName } = product
  const path = accessoryPath(id)
  const shelf = `/accessories?${new URLSearchParams({ category })}`
  const image = photos.cover ? sharedFile(photos.cover).path : drawingPath(id)
  return (
    <>
      <JsonLd
        data={breadcrumbList(publicUrl, [
          { name: 'Accessories', path: '/accessories' },
          { name, path },
        ])}
      />
      <JsonLd
        data={productData(publicUrl, {
          path,
          name,
          description,
          image,
          priceCents,
          availability: inStock ? 'InStock' : 'OutOfStock',
          category: categoryName,
          terms: parcelTerms(publicUrl, shippingCents),
        })}
      />
      <ProductLayout
        crumbs={[
          { label: 'Accessories', to: '/accessories' },
          { label: categoryName, to: shelf },
        ]}
        title={name}
        picture={<AccessoryPicture product={product} isFeatured photo={photos.cover ?? undefined} isLarge />}
        price={
          <>
            <Price className="text-2xl" cents={priceCents} />
            {inStock ? (
              <span className="text-sm text-faint">{listWords.inStock}</span>
            ) : (
              <Badge kind="sold">{listWords.outOfStock}</Badge>
            )}
          </>
        }
        description={description}
        actions={<AddToCart kind="accessory" id={id} soldOut={!inStock} variant="primary" />}
        facts={[
          ...(magazine
            ? [
                { term: 'Capacity', value: words.rounds(magazine.capacity) },
                { term: platforms.length > 0 ? 'Made for' : 'Fits', value: words.fits[magazine.fits] },
              ]
            : []),
          ...(platforms.length > 0 ? [{ term: 'Fits', value: <Platforms platforms={platforms} /> }] : []),
          { term: words.specs, value: <FactList items={specs} /> },
        ]}
      >
        <PhotoSection set={photos} title="Photographs" />
        <Section title={words.ships}>
          <ProductShipping {...shipping} />
        </Section>
        {related.length > 0 && (
          <Section
            title={`${words.related} ${categoryName}`}
            lead={
              <Link className="link" to={shelf}>
                See all
              </Link>
            }
          >
            <AccessoryTray products={related} photos={covers} />
          </Section>
        )}
      </ProductLayout>
    </>
  )
}

/** The platforms that it fits, each with the way to its page. */
function Platforms({ platforms }: { platforms: readonly { id: string; name: string }[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {platforms.map(({ id, name }) => (
        <li key={id}>
          <Link className="link" to={platformPath(id)}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}
