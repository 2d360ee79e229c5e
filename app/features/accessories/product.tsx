import { shopContext } from '#app/http/context.server.ts'
import { breadcrumbList, JsonLd, parcelTerms, productData } from '#app/http/structured-data.tsx'
import { notFound } from '#app/http/errors.ts'
import { findShippingMethods } from '#app/features/delivery/store.server.ts'
import { pageHead, type SharedHandle, sharedPage } from '#app/http/page-head.ts'
import { formatCalendarDate } from '#app/kit/dates.ts'
import { countOf } from '#app/kit/text.ts'
import { Price } from '#app/ui/price.tsx'
import { Section } from '#app/ui/section.tsx'
import { platformPath } from '../builds/rules/build-address.ts'
import { readCatalog } from '../builds/store.server.ts'
import { AddToCart } from '../cart/add-to-cart.tsx'
import { listStateRules } from '../compliance/store/state-rules.server.ts'
import { PhotoSection } from '../photos/components/photo.tsx'
import { sharedFile } from '../photos/rules.ts'
import { findPhotos } from '../photos/store.server.ts'
import { AccessoryPicture, Stock } from './card.tsx'
import { accessoryPath, picturePath, shareCardPath, shippingStates } from './rules.ts'
import { findAccessory } from './store.server.ts'
import type { Route } from './+types/product'
import { Fragment, type ReactNode, useId } from 'react'

export const handle = { sharedParams: [] } satisfies SharedHandle

const notFoundTitle = 'Product Not Found'
const fits = { handgun: 'Handguns', long_gun: 'Rifles', both: 'Rifles and large-format pistols' }

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { db, publicUrl } = shop
  const now = shop.now()
  const product = await findAccessory(db, params.id, now)
  if (!product)
    throw notFound(notFoundTitle, {
      text: 'This product is no longer sold, or the address is wrong.',
      link: { to: '/accessories', label: 'All Accessories' },
    })
  const [[ground], rules, catalog, photos] = await Promise.all([
    findShippingMethods(db, now),
    listStateRules(db),
    readCatalog(db, now),
    findPhotos(shop, 'accessory', product.id),
  ])
  return {
    product,
    platforms: catalog.platforms
      .filter(({ id }) => product.fitsPlatforms.includes(id))
      .map(({ id, name }) => ({ id, name })),
    shipping: {
      states: shippingStates(product, rules, now),
      needsAdultSignature: product.needsAdultSignature,
      isGroundOnly: product.isGroundOnly,
      checkedOn: rules.map(({ asOf }) => asOf).toSorted()[0],
    },
    photos,
    shippingCents: ground?.priceCents,
    publicUrl,
  }
}

export const headers = () => sharedPage

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: notFoundTitle }]
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
  const { product, platforms, shipping, photos, shippingCents, publicUrl } = loaderData
  const { id, name, description, specs, priceCents, left, category, categoryName, capacity } = product
  const path = accessoryPath(id)
  const shelf = `/accessories?${new URLSearchParams({ category })}`
  const image = photos.cover ? sharedFile(photos.cover).path : picturePath(id, 1280)
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
          availability: left > 0 ? 'InStock' : 'OutOfStock',
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
        picture={<AccessoryPicture product={product} photo={photos.cover ?? undefined} isLarge />}
        price={
          <>
            <Price className="text-2xl" cents={priceCents} />
            <Stock left={left} />
          </>
        }
        description={description}
        actions={<AddToCart kind="accessory" id={id} soldOut={left === 0} variant="primary" />}
        facts={[
          ...(capacity !== null && product.fits
            ? [
                { term: 'Capacity', value: countOf(capacity, 'round') },
                { term: platforms.length > 0 ? 'Made for' : 'Fits', value: fits[product.fits] },
              ]
            : []),
          ...(platforms.length > 0 ? [{ term: 'Fits', value: <Platforms platforms={platforms} /> }] : []),
          { term: 'Specifications', value: <FactList items={specs} /> },
        ]}
      >
        <PhotoSection set={photos} title="Photographs" />
        <Section title="Where it ships">
          <Shipping {...shipping} />
        </Section>
      </ProductLayout>
    </>
  )
}

function Platforms({ platforms }: { platforms: readonly { id: string; name: string }[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {platforms.map(({ id, name }) => (
        <li key={id}>
          <a className="link" href={platformPath(id)}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}

function Shipping({
  states: { refused, reviewed },
  needsAdultSignature,
  isGroundOnly,
  checkedOn,
}: Route.ComponentProps['loaderData']['shipping']) {
  const isEverywhere = refused.length + reviewed.length === 0
  return (
    <div className="grid max-w-[960px] gap-4">
      {isEverywhere && <p>Everywhere we ship: all 50 states and Washington, D.C.</p>}
      <div className="grid gap-x-16 gap-y-4 empty:hidden sm:grid-cols-2">
        {refused.length > 0 && <States title="Not to" names={refused} />}
        {reviewed.length > 0 && <States title="Checked by us first" names={reviewed} />}
      </div>
      {!isEverywhere && <p className="text-muted">It ships to every other state.</p>}
      {needsAdultSignature && <p>An adult signs for it at the door.</p>}
      {isGroundOnly && <p>It travels on the ground only.</p>}
      {checkedOn && <p className="text-sm text-faint">State rules as of {formatCalendarDate(checkedOn)}.</p>}
    </div>
  )
}

function States({ title, names }: { title: string; names: readonly string[] }) {
  return (
    <div className="grid content-start gap-1">
      <h3 className="h4">{title}</h3>
      <p className="text-muted">{names.join(', ')}</p>
    </div>
  )
}

type Crumb = { label: string; to: string }

type LayoutProps = {
  crumbs: readonly Crumb[]
  title: string
  picture: ReactNode
  price: ReactNode
  description: string
  actions: ReactNode
  facts?: readonly { term: string; value: ReactNode }[]
  children?: ReactNode
}

function ProductLayout(props: LayoutProps) {
  const { crumbs, title, picture, price, description, actions, facts = [], children } = props
  const heading = useId()
  return (
    <>
      <section className="pt-8 pb-section lg:pt-12" aria-labelledby={heading}>
        <div className="wrap grid gap-6">
          <nav aria-label="Breadcrumb">
            <ol className="flex flex-wrap gap-x-2 gap-y-1 text-sm text-muted">
              {crumbs.map(({ label, to }, index) => (
                <Fragment key={to}>
                  {index > 0 && <li aria-hidden>/</li>}
                  <li>
                    <a className="link" href={to}>
                      {label}
                    </a>
                  </li>
                </Fragment>
              ))}
            </ol>
          </nav>
          <div className="grid items-start gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
            <div
              className={`relative grid aspect-[3/2] place-items-center overflow-hidden rounded-plate border border-hairline bg-sheet ${picture ? '' : 'border-dashed'}`}
            >
              {picture || (
                <span
                  className="display px-6 text-center text-display-sm wrap-anywhere text-faint"
                  aria-hidden
                >
                  {title}
                </span>
              )}
            </div>
            <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
              <h1 className="h1 wrap-anywhere" id={heading}>
                {title}
              </h1>
              <div className="flex flex-wrap items-center gap-4 [&>.badge]:py-1 [&>.badge]:leading-tight [&>.badge]:whitespace-normal">
                {price}
              </div>
              <p className="lead">{description}</p>
              <div className="grid gap-3">{actions}</div>
              {facts.length > 0 && (
                <dl className="border-t border-hairline">
                  {facts.map(({ term, value }) => (
                    <div key={term} className="flex flex-wrap gap-x-4 gap-y-1 border-b border-hairline py-3">
                      <dt className="flex-[2_1_5.5rem] text-sm text-muted">{term}</dt>
                      <dd className="flex-[5_1_11rem] text-sm">{value}</dd>
                    </div>
                  ))}
                </dl>
              )}
            </div>
          </div>
        </div>
      </section>
      {children}
    </>
  )
}

function FactList({ items }: { items: readonly string[] }) {
  return (
    <ul className="grid gap-1">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}
