import { expectedPeriod } from '#app/kit/expected-period.ts'
import { shopContext } from '#app/http/context.server.ts'
import { JsonLd } from '#app/http/json-ld.tsx'
import { breadcrumbList } from '#app/http/structured-data.ts'
import { notFound } from '#app/http/not-found.ts'
import { pageHead } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { FactList, ProductLayout } from '#app/ui/product-layout.tsx'
import { Section } from '#app/ui/section.tsx'
import { CoverPhoto } from '../../photos/components/photo.tsx'
import { PhotoSection } from '../../photos/components/photo-section.tsx'
import { sharedFile } from '../../photos/rules.ts'
import { findPhotos } from '../../photos/store.server.ts'
import { WaitlistButton } from '../../subscriptions/components/subscribe-form.tsx'
import { BasePrice, CardDrawing, quotePath } from '../components/landing.tsx'
import { PartList, shipsWords } from '../components/build-parts.tsx'
import { isPlatformId, partsFor, steps } from '../rules.ts'
import { platformCardPath, platformPath } from '../rules/build-address.ts'
import { drawingPath, platformDrawing, readCatalog } from '../store.server.ts'
import { stepWords } from '../words.ts'
import type { Route } from './+types/platform'

const notOffered = {
  title: 'Platform Not Found',
  text: 'This platform is not offered, or the address is wrong.',
  link: { to: '/build', label: 'Open the Builder' },
}

export const handle = { sharedParams: [] } satisfies SharedHandle

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const catalog = await readCatalog(shop.db, shop.now())
  const platform = catalog.platforms.find(({ id }) => id === params.id)
  if (!platform) throw notFound(notOffered.title, notOffered)
  const { id, isAvailable } = platform
  const drawing = platformDrawing(platform)
  return {
    platform: { ...platform, expected: expectedPeriod(platform.expected, shop.now()) },
    picture: drawing && drawingPath(`platform-${id}`, drawing),
    parts:
      isAvailable && isPlatformId(id)
        ? steps
            .map((step) => ({ step, parts: partsFor(catalog, id, step) }))
            .filter(({ parts }) => parts.length)
        : [],
    photos: await findPhotos(shop, 'platform', id),
    publicUrl: shop.publicUrl,
  }
}

export function headers() {
  return sharedPage
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: notOffered.title }]
  const { platform, photos, publicUrl } = loaderData
  return pageHead({
    title: `${platform.name} platform`,
    description: platform.description,
    path: platformPath(platform.id),
    publicUrl,
    picture: photos.cover ? sharedFile(photos.cover) : platformCardPath(platform.id),
  })
}

export default function PlatformPage({ loaderData }: Route.ComponentProps) {
  const { platform, picture, parts, photos, publicUrl } = loaderData
  const { id, name, calibers, description, specs, isAvailable, expected, startingPriceCents } = platform
  return (
    <>
      <JsonLd
        data={breadcrumbList(publicUrl, [
          { name: 'Builder', path: '/build' },
          { name, path: platformPath(id) },
        ])}
      />
      <ProductLayout
        crumbs={[
          { label: 'Builder', to: '/build' },
          { label: 'Platforms', to: '/build#platforms' },
        ]}
        title={name}
        picture={
          photos.cover ? (
            <CoverPhoto photo={photos.cover} />
          ) : (
            picture && <CardDrawing src={picture} className="h-auto w-full p-6" />
          )
        }
        price={
          <>
            <span className="price text-2xl">
              <BasePrice cents={startingPriceCents} />
            </span>
            {!isAvailable && (
              <Badge kind="soon">{expected ? `Coming, expected ${expected}` : 'Coming'}</Badge>
            )}
            <p className="w-full text-sm text-muted">
              Building, marking and test-firing it; the parts you choose are added. Sales tax and your
              dealer’s transfer fee are extra.
            </p>
          </>
        }
        description={description}
        actions={
          isAvailable ? (
            <ButtonLink
              variant="primary"
              to={isPlatformId(id) ? `/build?platform=${id}#configurator` : quotePath(`${name} build`)}
            >
              {isPlatformId(id) ? 'Start a build' : 'Ask for a quote'}
            </ButtonLink>
          ) : (
            <WaitlistButton topic={`platform:${id}`} label="Notify Me" />
          )
        }
        facts={[
          { term: 'Calibers', value: calibers.join(', ') },
          ...(specs.length > 0 ? [{ term: 'Specifications', value: <FactList items={specs} /> }] : []),
          { term: 'Ships', value: shipsWords },
        ]}
      >
        <PhotoSection set={photos} title="Photographs" />
        {parts.length > 0 && (
          <Section
            title="Its parts"
            lead="What can be chosen for each step, each with what it adds to the base price."
          >
            <div className="grid gap-x-16 gap-y-10 lg:grid-cols-2">
              {parts.map(({ step, parts: offered }) => (
                <section key={step} className="grid content-start gap-3" aria-labelledby={`step-${step}`}>
                  <h3 className="h3" id={`step-${step}`}>
                    {stepWords[step].label}
                  </h3>
                  <PartList parts={offered} />
                </section>
              ))}
            </div>
          </Section>
        )}
      </ProductLayout>
    </>
  )
}
