import '../parts-drawer.css'
import '../stage-view.css'
import { lazy } from 'react'
import { useLocation } from 'react-router'
import { shopContext } from '#app/http/context.server.ts'
import { JsonLd } from '#app/http/json-ld.tsx'
import { breadcrumbList, pageHead } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { interpolateClaims } from '../../pages/rules.ts'
import { findCited } from '../../pages/store.server.ts'
import '../landing.css'
import { BundleNote } from '../../trust/components/bundle-note.tsx'
import { LandingBar } from '../components/landing-bar.tsx'
import { LandingConversions } from '../components/landing-conversions.tsx'
import { LandingHero } from '../components/landing-hero.tsx'
import { LandingPackages } from '../components/landing-packages.tsx'
import { ComingPlatforms, LandingPlatforms } from '../components/landing-platforms.tsx'
import { WhySbr, WhyUs } from '../components/landing-reasons.tsx'
import { Compliance, HowItWorks, SuppressorAddOn } from '../components/landing-steps.tsx'
import * as words from '../data/landing.ts'
import { buildPath, buildParams, parseBuildAddress } from '../input.ts'
import { drawingPath, findTaxChange, platformDrawing, readCatalog, readOffers } from '../store.server.ts'
import { configuratorWords } from '../words.ts'
import { listCovers } from '#app/features/photos/store.server.ts'
import type { Route } from './+types/build'
import { landingImagePath } from './drawings.server.ts'

const loadConfigurator = async () => (await import('../components/configurator.tsx')).Configurator

/**
 * Browsers load it only once a platform is chosen; its styles come with the page. The server imports it directly, without
 * a Suspense boundary: React would stream long content behind one as hidden, where it stays without script.
 */
const Configurator = import.meta.env.SSR
  ? await loadConfigurator()
  : lazy(async () => ({ default: await loadConfigurator() }))

const page = { path: '/build', ...words.landingHead }

/** The sentences that cite claims. */
const citedSentences = [
  ...words.heroWords.deposit,
  ...words.conversionWords.note,
  ...words.whySbr.note,
  ...words.howWords.note,
  ...words.suppressorWords.note,
  ...words.complianceWords.lines,
]

export const handle = { sharedParams: [...buildParams, 'trust'] } satisfies SharedHandle

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const now = shop.now()
  const [catalog, offers, cited, taxChange, platformPhotos, partPhotos] = await Promise.all([
    readCatalog(shop.db, now),
    readOffers(shop.db, now),
    findCited(shop, citedSentences),
    findTaxChange(shop.db, now, shop.timeZone),
    listCovers(shop, 'platform'),
    listCovers(shop, 'part'),
  ])
  const isConfiguring = parseBuildAddress(new URL(request.url).search) !== undefined
  return {
    now,
    zone: shop.timeZone,
    publicUrl: shop.publicUrl,
    cited,
    taxChange,
    catalog: { ...catalog, parts: isConfiguring ? catalog.parts : [] },
    isConfiguring,
    platformPhotos,
    partPhotos: isConfiguring ? partPhotos : {},
    suppressorNotice:
      interpolateClaims(words.suppressorWords.note, cited).join(' ') || configuratorWords.suppressorNotice,
    pictures: {
      platforms: Object.fromEntries(catalog.platforms.map((platform) => [platform.id, pictureOf(platform)])),
      hero: { wide: landingImagePath('hero'), phone: landingImagePath('hero-phone') },
      suppressor: landingImagePath('suppressor'),
      share: landingImagePath('share'),
    },
    packages: offers.packages.map(({ drawing, selection, ...rest }) => ({
      ...rest,
      configuratorPath: selection && `${buildPath(selection)}#configurator`,
      picture: drawingPath(`package-${rest.id}`, drawing),
    })),
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
  return pageHead({ ...page, publicUrl: loaderData.publicUrl, picture: loaderData.pictures.share })
}

export default function Build({ loaderData }: Route.ComponentProps) {
  const {
    now,
    zone,
    publicUrl,
    cited,
    taxChange,
    catalog,
    pictures,
    packages,
    conversions,
    suppressorNotice,
    platformPhotos,
    partPhotos,
  } = loaderData
  const { search } = useLocation()
  const chosen = new URLSearchParams(search).get('platform')
  const platforms = catalog.platforms.map((platform) => ({
    ...platform,
    picture: pictures.platforms[platform.id],
    photo: platformPhotos[platform.id],
  }))
  return (
    <>
      <JsonLd data={breadcrumbList(publicUrl, [{ name: page.title, path: page.path }])} />
      {taxChange && <LandingBar taxChange={taxChange} now={now} zone={zone} words={words.barWords} />}
      <LandingHero words={words.heroWords} badges={words.badgeWords} cited={cited} pictures={pictures.hero} />
      <WhyUs words={words.whyUs} />
      <LandingPackages words={words.packageWords} packages={packages} />
      <LandingConversions words={words.conversionWords} conversions={conversions} cited={cited} />
      <WhySbr words={words.whySbr} cited={cited} />
      {new URLSearchParams(search).get('trust') === 'yes' && <BundleNote />}
      <LandingPlatforms
        words={words.platformWords}
        platforms={platforms.filter(({ isAvailable }) => isAvailable)}
        chosen={chosen}
      />
      {loaderData.isConfiguring && (
        <div className="wrap">
          <Configurator
            catalog={catalog}
            photos={partPhotos}
            search={search}
            suppressorNotice={suppressorNotice}
          />
        </div>
      )}
      <ComingPlatforms
        words={words.comingWords}
        platforms={platforms.filter(({ isAvailable }) => !isAvailable)}
      />
      <HowItWorks words={words.howWords} cited={cited} />
      <SuppressorAddOn words={words.suppressorWords} cited={cited} picture={pictures.suppressor} />
      <Compliance words={words.complianceWords} cited={cited} />
    </>
  )
}
