import '../parts-drawer.css'
import '../stage-view.css'
import { lazy } from 'react'
import { useLocation } from 'react-router'
import { expectedPeriod } from '#app/kit/expected-period.ts'
import { shopContext } from '#app/http/context.server.ts'
import { JsonLd } from '#app/http/json-ld.tsx'
import { breadcrumbList } from '#app/http/structured-data.ts'
import { ScriptPreloads } from '#app/http/page-modules.tsx'
import { scriptsOf } from '#app/http/built-scripts.server.ts'
import { pageHead } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { loadOrReload } from '#app/ui/load-or-reload.ts'
import { interpolateClaims } from '../../pages/rules.ts'
import { findCited } from '../../pages/store.server.ts'
import '../landing.css'
import { complianceWords, howWords, landingHead } from '../words/build-page.ts'
import * as words from '../words/landing.ts'
import { buildParams, parseBuildAddress } from '../rules/build-address.ts'
import { findConfigurablePlatform, isPlatformId } from '../rules.ts'
import { platformClasses } from '../rules/build-class.ts'
import { drawingPath, findTaxChange, platformDrawing, readCatalog, readOffers } from '../store.server.ts'
import { listShownBuilds } from '../store/showings.server.ts'
import { configuratorWords } from '../words.ts'
import { listCovers } from '#app/features/photos/store.server.ts'
import type { Route } from './+types/build'
import { finishColors, landingImagePath } from './drawings.server.ts'
import { packageViews, priceFrom, shownStarts } from './starts.server.ts'

const loadLanding = async () => (await import('../components/landing.tsx')).Landing
const loadBuilder = async () => (await import('../components/builder.tsx')).Builder

/**
 * Two pages at one address: browsers load the script of the one that they show. Its styles come with the route. The server
 * imports both directly, without a Suspense boundary: React would stream long content behind one as hidden, where it stays
 * without script.
 */
const Landing = import.meta.env.SSR
  ? await loadLanding()
  : lazy(async () => ({ default: await loadOrReload(loadLanding) }))
const Builder = import.meta.env.SSR
  ? await loadBuilder()
  : lazy(async () => ({ default: await loadOrReload(loadBuilder) }))

const page = { path: '/build', ...landingHead }

/** The sentences that cite claims. */
const citedSentences = [
  ...words.heroWords.deposit,
  ...words.heroWords.dialog.now,
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
    catalog: {
      ...catalog,
      platforms: catalog.platforms.map((each) => ({ ...each, expected: expectedPeriod(each.expected, now) })),
      parts: platform ? catalog.parts : [],
    },
    configuring: platform ? platform.name : null,
    scripts: scriptsOf(`app/features/builds/components/${platform ? 'builder' : 'landing'}.tsx`),
    /** Forms and waiting times are not those of a handgun. */
    isNfa: platform !== undefined && platformClasses(platform.id, catalog).includes('SBR'),
    platformPhotos,
    partPhotos: platform ? partPhotos : {},
    finishColors,
    suppressorNotice:
      interpolateClaims(words.suppressorWords.note, cited).join(' ') || configuratorWords.suppressorNotice,
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
  const { configuring, publicUrl, pictures } = loaderData
  const title = configuring ? `${configuring} ${configuratorWords.builder}` : page.title
  return pageHead({ ...page, title, publicUrl, picture: pictures.share })
}

export default function Build({ loaderData }: Route.ComponentProps) {
  const { search } = useLocation()
  const { configuring, scripts, publicUrl } = loaderData
  const wantsTrust = new URLSearchParams(search).get('trust') === 'yes'
  return (
    <>
      <ScriptPreloads files={scripts} />
      {/* No browser reads it: left out there, it stays out of the page's script. */}
      <JsonLd
        data={import.meta.env.SSR ? breadcrumbList(publicUrl, [{ name: page.title, path: page.path }]) : {}}
      />
      {configuring ? (
        <Builder {...loaderData} search={search} wantsTrust={wantsTrust} />
      ) : (
        <Landing {...loaderData} wantsTrust={wantsTrust} />
      )}
    </>
  )
}
