import { Link } from 'react-router'
import { expectedPeriod } from '#app/kit/expected-period.ts'
import { shopContext } from '#app/http/context.server.ts'
import { JsonLd } from '#app/http/json-ld.tsx'
import { breadcrumbList } from '#app/http/structured-data.ts'
import { notFound } from '#app/http/not-found.ts'
import { pageHead } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { formatCents } from '#app/kit/money.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { STARTING_BUILDS } from '#app/art/blueprint/build.ts'
import { coatHeight, coatWidth } from '#app/art/relief/coat-size.ts'
import { FactList, ProductLayout } from '#app/ui/product-layout.tsx'
import { Section } from '#app/ui/section.tsx'
import { CoverPhoto } from '../../photos/components/photo.tsx'
import { PhotoSection } from '../../photos/components/photo-section.tsx'
import { sharedFile } from '../../photos/rules.ts'
import { findPhotos } from '../../photos/store.server.ts'
import { WaitlistButton } from '../../subscriptions/components/waitlist-button.tsx'
import { quotePath } from '../components/landing-packages.tsx'
import { PriceOf } from '../components/price-from.tsx'
import { PartList } from '../components/part-list.tsx'
import { isPlatformId, partsFor, steps } from '../rules.ts'
import { platformCardPath, platformPath } from '../rules/addresses.ts'
import { readCatalog } from '../store.server.ts'
import { catalogPageWords as words, fromWords, stepWords } from '../words.ts'
import type { Route } from './+types/platform'
import { priceFrom } from './starts.server.ts'
import { coatPath, standardFinish } from '../rules/finishes.ts'

export const handle = { sharedParams: [] } satisfies SharedHandle

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const catalog = await readCatalog(shop.db, shop.now())
  const platform = catalog.platforms.find(({ id }) => id === params.id)
  if (!platform) throw notFound(words.platformNotFound.title, words.platformNotFound)
  const { id, isAvailable } = platform
  return {
    platform: { ...platform, expected: expectedPeriod(platform.expected, shop.now()) },
    lit: isPlatformId(id) ? coatPath(STARTING_BUILDS[id], standardFinish) : undefined,
    parts:
      isAvailable && isPlatformId(id)
        ? steps
            .map((step) => ({ step, parts: partsFor(catalog, id, step) }))
            .filter(({ parts }) => parts.length)
        : [],
    from: priceFrom(platform, catalog),
    photos: await findPhotos(shop, 'platform', id),
    publicUrl: shop.publicUrl,
  }
}

export function headers() {
  return sharedPage
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: words.platformNotFound.title }]
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
  const { platform, lit, parts, photos, publicUrl, from } = loaderData
  const { id, name, calibers, description, specs, isAvailable, expected } = platform
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
            lit && (
              <img
                className="h-auto w-full"
                src={lit}
                alt={words.lit(name)}
                width={coatWidth}
                height={coatHeight}
                decoding="async"
              />
            )
          )
        }
        price={
          <>
            <span className="price text-2xl">
              <PriceOf from={from} />
            </span>
            {!isAvailable && <Badge kind="soon">{words.coming(expected)}</Badge>}
            {from.complete && (
              <p className="w-full text-sm text-muted">
                {fromWords.includes(formatCents(from.baseCents), from.complete.parts)} {fromWords.excludes}{' '}
                <Link className="link" to={from.complete.path}>
                  {fromWords.open}
                </Link>
              </p>
            )}
          </>
        }
        description={description}
        actions={
          isAvailable ? (
            <ButtonLink
              variant="primary"
              to={isPlatformId(id) ? `/build?platform=${id}#configurator` : quotePath(`${name} build`)}
            >
              {isPlatformId(id) ? words.configure : words.quote}
            </ButtonLink>
          ) : (
            <WaitlistButton topic={`platform:${id}`} label="Notify Me" />
          )
        }
        facts={[
          { term: words.calibers, value: calibers.join(', ') },
          ...(specs.length > 0 ? [{ term: 'Specifications', value: <FactList items={specs} /> }] : []),
          { term: 'Ships', value: words.ships },
        ]}
      >
        <PhotoSection set={photos} title="Photographs" />
        {parts.length > 0 && (
          <Section title={words.parts} lead={words.partsLead}>
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
