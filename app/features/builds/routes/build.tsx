import '../parts-drawer.css'
import '../stage-view.css'
import { useLocation } from 'react-router'
import { expectedPeriod } from '#app/kit/expected-period.ts'
import { shopContext } from '#app/http/context.server.ts'
import { JsonLd } from '#app/http/json-ld.tsx'
import { breadcrumbList } from '#app/http/structured-data.ts'
import { pageHead } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { interpolateClaims } from '../../pages/rules.ts'
import { findCited } from '../../pages/store.server.ts'
import '../landing.css'
import { complianceWords, howWords, landingHead } from '../words/build-page.ts'
import * as words from '../words/landing.ts'
import { Builder } from '../components/builder.tsx'
import { Landing } from '../components/landing.tsx'
import { buildParams, parseBuildAddress, type RequestedBuild } from '../rules/build-address.ts'
import {
  findConfigurablePlatform,
  isPlatformId,
  partsFor,
  type Platform,
  removeMissingParts,
  steps,
} from '../rules.ts'
import { platformClasses } from '../rules/build-class.ts'
import { drawingPath, findTaxChange, platformDrawing, readCatalog, readOffers } from '../store.server.ts'
import { listShownBuilds } from '../store/showings.server.ts'
import { configuratorWords } from '../words.ts'
import { listCovers } from '#app/features/photos/store.server.ts'
import type { BuilderSheet } from '#app/islands/builder.island.tsx'
import type { Route } from './+types/build'
import { finishColors, landingImagePath } from './drawings.server.ts'
import { packageViews, priceFrom, shownStarts } from './starts.server.ts'

const page = { path: '/build', ...landingHead }

/** The sentences that cite claims. */
const citedSentences = [
  ...words.heroWords.deposit,
  ...words.conversionWords.note,
  ...words.whySbr.note,
  ...howWords.note,
  ...words.suppressorWords.note,
  ...complianceWords.lines,
]

export const handle = { sharedParams: [...buildParams, 'trust'] } satisfies SharedHandle

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const now = shop.now()
  const [catalog, offers, shown, cited, taxChange, photos] = await Promise.all([
    readCatalog(shop.db, now),
    readOffers(shop.db, now),
    listShownBuilds(shop.db, now),
    findCited(shop, citedSentences),
    findTaxChange(shop.db, now, shop.timeZone),
    Promise.all((['platform', 'part', 'package'] as const).map((kind) => listCovers(shop, kind))),
  ])
  const [platformPhotos = {}, partPhotos = {}, packagePhotos = {}] = photos
  const requested = parseBuildAddress(new URL(request.url).search)
  const platform = requested && findConfigurablePlatform(catalog, requested.selection.platformId)
  return {
    now,
    zone: shop.timeZone,
    publicUrl: shop.publicUrl,
    cited,
    taxChange,
    platforms: catalog.platforms.map((each) => ({ ...each, expected: expectedPeriod(each.expected, now) })),
    sheet: requested && platform ? sheetOf(requested, platform) : null,
    /** Forms and waiting times are not those of a handgun. */
    isNfa: platform !== undefined && platformClasses(platform.id, catalog).includes('SBR'),
    platformPhotos,
    pictures: {
      platforms: Object.fromEntries(catalog.platforms.map((each) => [each.id, pictureOf(each)])),
      hero: { wide: landingImagePath('hero'), phone: landingImagePath('hero-phone') },
      suppressor: landingImagePath('suppressor'),
      share: landingImagePath('share'),
    },
    platformClasses: Object.fromEntries(
      catalog.platforms.map(({ id }) => [id, isPlatformId(id) ? platformClasses(id, catalog) : []]),
    ),
    platformPrices: Object.fromEntries(catalog.platforms.map((each) => [each.id, priceFrom(each, catalog)])),
    packages: packageViews(offers.packages, packagePhotos),
    shown: shownStarts(shown, catalog),
    conversions: offers.conversions.map(({ drawing, ...rest }) => ({
      ...rest,
      picture: drawingPath(`conversion-${rest.id}`, drawing),
    })),
  }

  /** What the builder's island is given: it goes to the browser as it is. */
  function sheetOf({ selection, openStep, compared }: RequestedBuild, platform: Platform): BuilderSheet {
    const known = removeMissingParts(selection, catalog)
    const parts = steps.flatMap((step) => partsFor(catalog, selection.platformId, step))
    return {
      platform,
      catalog: { platforms: catalog.platforms.filter(({ isAvailable }) => isAvailable), parts },
      selection: known.selection,
      missing: known.missing.length,
      openStep,
      compared,
      photos: Object.fromEntries(parts.flatMap(({ id }) => (partPhotos[id] ? [[id, partPhotos[id]]] : []))),
      finishColors,
      suppressorNotice:
        interpolateClaims(words.suppressorWords.note, cited).join(' ') || configuratorWords.suppressorNotice,
    }
  }
}

function pictureOf(platform: { id: string }): string | undefined {
  const drawing = platformDrawing(platform)
  return drawing && drawingPath(`platform-${platform.id}`, drawing)
}

export function headers() {
  return sharedPage
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { sheet, publicUrl, pictures } = loaderData
  const title = sheet ? `${sheet.platform.name} ${configuratorWords.builder}` : page.title
  return pageHead({ ...page, title, publicUrl, picture: pictures.share })
}

export default function Build({ loaderData }: Route.ComponentProps) {
  const { search } = useLocation()
  const { sheet, publicUrl } = loaderData
  const wantsTrust = new URLSearchParams(search).get('trust') === 'yes'
  return (
    <>
      <JsonLd data={breadcrumbList(publicUrl, [{ name: page.title, path: page.path }])} />
      {sheet ? (
        <Builder {...loaderData} sheet={sheet} wantsTrust={wantsTrust} />
      ) : (
        <Landing {...loaderData} wantsTrust={wantsTrust} />
      )}
    </>
  )
}
