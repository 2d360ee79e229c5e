import { Link } from 'react-router'
import { STARTING_BUILDS } from '#app/art/blueprint/build.ts'
import { BlueprintDrawing } from '#app/art/blueprint/blueprint-drawing.tsx'
import { shopContext } from '#app/http/context.server.ts'
import { JsonLd } from '#app/http/json-ld.tsx'
import { breadcrumbList } from '#app/http/structured-data.ts'
import { notFound } from '#app/http/not-found.ts'
import { pageHead } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { FactList, ProductLayout } from '#app/ui/product-layout.tsx'
import { Section } from '#app/ui/section.tsx'
import { CoverPhoto } from '../../photos/components/photo.tsx'
import { PhotoSection } from '../../photos/components/photo-section.tsx'
import { sharedFile } from '../../photos/rules.ts'
import { findPhotos } from '../../photos/store.server.ts'
import { PartList, shipsWords } from '../components/build-parts.tsx'
import { buildPath, partCardPath, partPath, platformPath } from '../rules/build-address.ts'
import { type Catalog, emptySelection, isPlatformId, type Part, partsFor } from '../rules.ts'
import { sheetOf } from '../rules/checks.ts'
import { readCatalog } from '../store.server.ts'
import { priceWords, stepWords } from '../words.ts'
import type { Route } from './+types/part'

const notOffered = {
  title: 'Part Not Found',
  text: 'This part is no longer offered, or the address is wrong.',
  link: { to: '/build', label: 'Open the Builder' },
}

export const handle = { sharedParams: [] } satisfies SharedHandle

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const catalog = await readCatalog(shop.db, shop.now())
  const part = catalog.parts.find(({ id }) => id === params.id)
  if (!part) throw notFound(notOffered.title, notOffered)
  const { platforms, excluded } = fitOf(part, catalog)
  const drawnOn = platforms.map(({ id }) => id).find(isPlatformId) ?? part.platformId
  return {
    part,
    platforms: platforms.map(({ id, name }) => ({ id, name })),
    excluded: excluded.map(({ id, name }) => ({ id, name })),
    drawnOn,
    related: drawnOn ? partsFor(catalog, drawnOn, part.step).filter(({ id }) => id !== part.id) : [],
    photos: await findPhotos(shop, 'part', part.id),
    publicUrl: shop.publicUrl,
  }
}

export function headers() {
  return sharedPage
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: notOffered.title }]
  const { part, photos, publicUrl } = loaderData
  return pageHead({
    title: `${part.name}, ${stepWords[part.step].label}`,
    description: part.description,
    path: partPath(part.id),
    publicUrl,
    picture: photos.cover ? sharedFile(photos.cover) : partCardPath(part.id),
  })
}

export default function PartPage({ loaderData }: Route.ComponentProps) {
  const { part, platforms, excluded, drawnOn, related, photos, publicUrl } = loaderData
  const step = stepWords[part.step].label
  const sheet = drawnOn ? sheetOf(part, STARTING_BUILDS[drawnOn]) : undefined
  return (
    <>
      <JsonLd
        data={breadcrumbList(publicUrl, [
          { name: 'Builder', path: '/build' },
          { name: part.name, path: partPath(part.id) },
        ])}
      />
      <ProductLayout
        crumbs={[
          { label: 'Builder', to: '/build' },
          ...platforms.slice(0, 1).map(({ id, name }) => ({ label: name, to: platformPath(id) })),
        ]}
        title={part.name}
        picture={
          photos.cover ? (
            <CoverPhoto photo={photos.cover} />
          ) : (
            sheet && (
              <div className="size-full min-h-0 p-10 max-sm:p-6 [&>.bp]:size-full">
                <BlueprintDrawing sheet={sheet} label={`Drawing of ${part.name}`} />
              </div>
            )
          )
        }
        price={
          <>
            <span className="price text-2xl">{priceWords(part.priceCents)}</span>
            <span className="text-sm text-muted">{step}</span>
          </>
        }
        description={part.description}
        actions={
          drawnOn && (
            <ButtonLink variant="primary" to={`${buildPath(withOnly(part, drawnOn))}#configurator`}>
              Choose it in the builder
            </ButtonLink>
          )
        }
        facts={[
          {
            term: 'Fits',
            value: (
              <Names
                items={platforms.map(({ id, name }) => ({ name, to: platformPath(id) }))}
                none="Every platform we build"
              />
            ),
          },
          ...(part.tags.length > 0 ? [{ term: 'Made for', value: part.tags.join(', ') }] : []),
          ...(excluded.length > 0
            ? [
                {
                  term: 'Not with',
                  value: (
                    <Names items={excluded.map(({ id, name }) => ({ name, to: partPath(id) }))} none="" />
                  ),
                },
              ]
            : []),
          ...(part.specs.length > 0
            ? [{ term: 'Specifications', value: <FactList items={part.specs} /> }]
            : []),
          { term: 'Ships', value: shipsWords },
        ]}
      >
        <PhotoSection set={photos} title="Photographs" />
        {related.length > 0 && (
          <Section title={`Other choices: ${step}`}>
            <PartList parts={related} />
          </Section>
        )}
      </ProductLayout>
    </>
  )
}

function fitOf(part: Part, { platforms, parts }: Catalog) {
  return {
    platforms: platforms.filter(
      ({ id, isAvailable }) => isAvailable && (part.platformId === null || part.platformId === id),
    ),
    excluded: parts.filter(
      (other) =>
        other.id !== part.id && (part.excludes.includes(other.id) || other.excludes.includes(part.id)),
    ),
  }
}

function withOnly({ id, step }: Part, platformId: NonNullable<Part['platformId']>) {
  const selection = emptySelection(platformId)
  return step === 'accessories'
    ? { ...selection, accessories: [id] }
    : { ...selection, parts: { [step]: id } }
}

function Names({ items, none }: { items: readonly { name: string; to: string }[]; none: string }) {
  if (items.length === 0) return none
  return (
    <ul className="grid gap-1">
      {items.map(({ name, to }) => (
        <li key={to}>
          <Link className="link" to={to}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}
