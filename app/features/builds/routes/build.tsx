import '../landing.css'
import '../builder.css'
import { useLocation } from 'react-router'
import { type Build, type PlatformId, STARTING_BUILDS } from '#app/art/blueprint/build.ts'
import { partIdsOf } from '#app/art/blueprint/layers.ts'
import { partDrawings } from '#app/art/blueprint/parts.ts'
import { listCovers } from '#app/features/photos/store.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { breadcrumbList, JsonLd } from '#app/http/structured-data.tsx'
import { pageHead, type SharedHandle, sharedPage } from '#app/http/page-head.ts'
import type { BuilderSheet } from '#app/islands/builder.island.tsx'
import { Island } from '#app/islands/island.tsx'
import { expectedPeriod } from '#app/kit/dates.ts'
import { findCited } from '../../pages/store.server.ts'
import { interpolateClaims } from '../../pages/rules.ts'
import {
  BundleNote,
  citedSentences,
  Compliance,
  HowItWorks,
  Landing,
  suppressorSentences,
} from '../landing.tsx'
import { buildParams, buildPath, parseBuildAddress } from '../rules/build-address.ts'
import { platformClasses } from '../rules/checks.ts'
import {
  findConfigurablePlatform,
  isPlatformId,
  partsFor,
  type Platform,
  removeMissingParts,
  type Selection,
  steps,
} from '../rules.ts'
import { drawingPath, findTaxChange, platformDrawing, readCatalog, readOffers } from '../store.server.ts'
import { configuratorWords } from '../words.ts'
import type { Route } from './+types/build'
import { finishColors, landingImagePath, partDrawing } from './art.server.ts'

const page = {
  path: '/build',
  title: 'Custom SBR Builds',
  description:
    'Configure a short-barreled rifle on a drawing that is true to scale: three platforms, eight steps, prices from our own list, built under federal license in Miami, Florida.',
}

export const handle = { sharedParams: [...buildParams, 'trust'] } satisfies SharedHandle

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const now = shop.now()
  const [catalog, offers, cited, taxChange, platformPhotos, partPhotos, packagePhotos] = await Promise.all([
    readCatalog(shop.db, now),
    readOffers(shop.db, now),
    findCited(shop, citedSentences),
    findTaxChange(shop.db, now, shop.timeZone),
    listCovers(shop, 'platform'),
    listCovers(shop, 'part'),
    listCovers(shop, 'package'),
  ])
  const { search, searchParams } = new URL(request.url)
  const requested = parseBuildAddress(search)
  const platform = requested && findConfigurablePlatform(catalog, requested.platformId)
  return {
    now,
    zone: shop.timeZone,
    publicUrl: shop.publicUrl,
    cited,
    taxChange,
    sheet: requested && platform ? sheetOf(requested, platform) : null,
    drawings: platform ? drawingsFor(platform.id) : '',
    isUnknownPlatform: searchParams.has('platform') && !platform,
    /** Forms and waiting times are not those of a handgun. */
    isNfa: platform !== undefined && platformClasses(platform.id, catalog).includes('SBR'),
    pictures: {
      hero: landingImagePath('hero'),
      heroPhone: landingImagePath('hero-phone'),
      suppressor: landingImagePath('suppressor'),
      share: landingImagePath('share'),
    },
    platforms: catalog.platforms.map((each) => {
      const drawing = platformDrawing(each)
      return {
        ...each,
        expected: expectedPeriod(each.expected, now),
        picture: drawing && drawingPath(`platform-${each.id}`, drawing),
        photo: platformPhotos[each.id],
        classes: isPlatformId(each.id) ? platformClasses(each.id, catalog) : [],
      }
    }),
    packages: offers.packages.map(({ drawing, selection, ...rest }) => ({
      ...rest,
      configuratorPath: selection && `${buildPath(selection)}#configurator`,
      picture: drawingPath(`package-${rest.id}`, drawing),
      photo: packagePhotos[rest.id],
    })),
    conversions: offers.conversions.map(({ drawing, ...rest }) => ({
      ...rest,
      picture: drawingPath(`conversion-${rest.id}`, drawing),
    })),
  }

  function drawingsFor(platformId: PlatformId): string {
    const start: Build = STARTING_BUILDS[platformId]
    const outlines = steps.flatMap((step) =>
      partsFor(catalog, platformId, step).map(({ outline }) => outline),
    )
    return partDrawings([{}, ...outlines].flatMap((outline) => partIdsOf({ ...start, ...outline })))
  }

  /** What the builder's island is given: it goes to the browser as it is. */
  function sheetOf(selection: Selection, platform: Platform): BuilderSheet {
    const known = removeMissingParts(selection, catalog)
    const parts = steps.flatMap((step) => partsFor(catalog, selection.platformId, step))
    return {
      platform,
      catalog: { platforms: catalog.platforms.filter(({ isAvailable }) => isAvailable), parts },
      selection: known.selection,
      missing: known.missing.length,
      photos: Object.fromEntries(parts.flatMap(({ id }) => (partPhotos[id] ? [[id, partPhotos[id]]] : []))),
      drawings: Object.fromEntries(
        parts.flatMap((part) => {
          const drawing = partPhotos[part.id] ? undefined : partDrawing(part)
          return drawing ? [[part.id, drawing]] : []
        }),
      ),
      finishColors,
      suppressorNotice:
        interpolateClaims(suppressorSentences, cited).join(' ') ||
        'A suppressor is a separate transfer with its own form.',
    }
  }
}

export const headers = () => sharedPage

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { sheet, publicUrl, pictures } = loaderData
  const title = sheet ? `${sheet.platform.name} ${configuratorWords.builder}` : page.title
  return pageHead({ ...page, title, publicUrl, picture: pictures.share })
}

export default function Build({ loaderData }: Route.ComponentProps) {
  const { search } = useLocation()
  const { sheet, publicUrl, cited } = loaderData
  const wantsTrust = new URLSearchParams(search).get('trust') === 'yes'
  return (
    <>
      <JsonLd data={breadcrumbList(publicUrl, [{ name: page.title, path: page.path }])} />
      {sheet ? (
        <>
          {wantsTrust && <BundleNote />}
          <div className="wrap w-full lg:pt-1.5">
            <Island name="builder" props={sheet} />
            <script
              type="image/svg+xml"
              id="part-drawings"
              // oxlint-disable-next-line react/no-danger -- our own drawings
              dangerouslySetInnerHTML={{ __html: loaderData.drawings }}
            />
          </div>
          {loaderData.isNfa && <HowItWorks cited={cited} />}
          <Compliance cited={cited} />
        </>
      ) : (
        <Landing {...loaderData} wantsTrust={wantsTrust} />
      )}
    </>
  )
}
