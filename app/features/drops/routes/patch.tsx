import { Link } from 'react-router'
import { shopContext } from '#app/http/context.server.ts'
import { JsonLd } from '#app/http/json-ld.tsx'
import { breadcrumbList, parcelTerms, productData } from '#app/http/structured-data.ts'
import { notFound } from '#app/http/not-found.ts'
import { findShippingMethods } from '#app/features/delivery/store.server.ts'
import { pageHead } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { brand } from '#app/kit/brand.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Price } from '#app/ui/price.tsx'
import { ProductLayout } from '#app/ui/product-layout.tsx'
import { isUuid } from '#app/kit/uuid.ts'
import { AddToCart } from '../../cart/add-to-cart.tsx'
import { CoverPhoto } from '../../photos/components/photo.tsx'
import { PhotoSection } from '../../photos/components/photo-section.tsx'
import { sharedFile } from '../../photos/rules.ts'
import { findPhotos } from '../../photos/store.server.ts'
import { earlyOffer, patchPath, patchPicture } from '../rules.ts'
import { findDrop } from '../store/drops.server.ts'
import { findPatch } from '../store/patches.server.ts'
import { findPatchSubject } from '../store/artwork.server.ts'
import { earlyWords, patchPageWords as words } from '../words.ts'
import type { Route } from './+types/patch'

export const handle = { sharedParams: [] } satisfies SharedHandle

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { db, publicUrl } = shop
  const now = shop.now()
  const patch = isUuid(params.id) ? await findPatch(db, params.id, now) : undefined
  const drop = patch && (await findDrop(db, patch.slug, now))
  if (!drop) throw notFound(words.notFound.title, words.notFound)
  const [subject, photos, [ground]] = await Promise.all([
    findPatchSubject(db, patch.id),
    findPhotos(shop, 'patch', patch.id),
    findShippingMethods(db, now),
  ])
  const { id, name, description, price, left, grantsEarlyAccess, availableQuantity, imageUrl } = patch
  return {
    patch: { id, name, description, price, left, grantsEarlyAccess, availableQuantity },
    drop: { slug: drop.slug, name: drop.name, status: drop.status, theme: drop.theme },
    picture: imageUrl ? { src: imageUrl, srcSet: imageUrl } : patchPicture(id, subject?.version ?? ''),
    photos,
    shippingCents: ground?.priceCents,
    publicUrl,
  }
}

export function headers() {
  return sharedPage
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: words.notFound.title }]
  const { patch, drop, photos, publicUrl } = loaderData
  return pageHead({
    title: `${patch.name}, ${drop.name}`,
    description: patch.description ?? words.description(drop.name),
    path: patchPath(patch.id),
    publicUrl,
    picture: photos.cover ? sharedFile(photos.cover) : `/art/patches/${patch.id}/share.png`,
  })
}

export default function PatchPage({ loaderData }: Route.ComponentProps) {
  const { patch, drop, picture, photos, shippingCents, publicUrl } = loaderData
  const { id, name, price, left, grantsEarlyAccess, availableQuantity } = patch
  const description = patch.description ?? words.description(drop.name)
  const path = patchPath(id)
  const isEarly = grantsEarlyAccess && drop.status === 'coming_soon'
  const gives = earlyWords[earlyOffer([patch], drop.status)]
  return (
    <div data-page-theme={drop.theme}>
      <JsonLd
        data={breadcrumbList(publicUrl, [
          { name: drop.name, path: `/drops/${drop.slug}` },
          { name, path },
        ])}
      />
      <JsonLd
        data={productData(publicUrl, {
          path,
          name,
          description,
          image: photos.cover ? sharedFile(photos.cover).path : picture.src,
          priceCents: price,
          availability: left > 0 ? 'InStock' : 'OutOfStock',
          category: 'Morale Patches',
          terms: parcelTerms(publicUrl, shippingCents),
        })}
      />
      <ProductLayout
        crumbs={[
          { label: `${brand} Drops`, to: '/drops' },
          { label: drop.name, to: `/drops/${drop.slug}` },
        ]}
        title={name}
        picture={
          photos.cover ? (
            <CoverPhoto photo={photos.cover} />
          ) : (
            <img
              className="absolute inset-0 size-full object-contain p-5"
              {...picture}
              sizes="420px"
              width={480}
              height={490}
              alt=""
            />
          )
        }
        price={
          <>
            <Price className="text-2xl" cents={price} />
            {left === 0 && <Badge kind="sold">{words.soldOut}</Badge>}
            {isEarly && <Badge kind="live">Early access</Badge>}
          </>
        }
        description={description}
        actions={
          <>
            <AddToCart kind="patch" id={id} soldOut={left === 0} variant="primary" />
            {gives && <p className="text-sm text-muted">{gives}</p>}
            <ButtonLink to={`/drops/${drop.slug}`}>{words.drop}</ButtonLink>
          </>
        }
        facts={[
          {
            term: 'Drop',
            value: (
              <Link className="link" to={`/drops/${drop.slug}`}>
                {drop.name}
              </Link>
            ),
          },
          { term: 'Made', value: words.made(availableQuantity) },
          { term: 'Left', value: left },
          { term: 'Ships to', value: words.ships },
        ]}
      >
        <PhotoSection set={photos} title="Photographs" />
      </ProductLayout>
    </div>
  )
}
