import { Sources } from '../../claims/components/sources.tsx'
import type { ShownPhoto } from '../../photos/rules.ts'
import type { Cited } from '../../pages/rules.ts'
import { BundleNote } from '../../trust/components/bundle-note.tsx'
import { complianceWords, howWords } from '../words/build-page.ts'
import * as words from '../words/landing.ts'
import type { Platform } from '../rules.ts'
import type { BuildClass } from '../rules/build-class.ts'
import type { TaxChange } from '../store/tax-change.server.ts'
import { LandingBar } from './landing-bar.tsx'
import { type ConversionView, LandingConversions } from './landing-conversions.tsx'
import { LandingHero } from './landing-hero.tsx'
import { LandingPackages, type PackageView } from './landing-packages.tsx'
import { ComingPlatforms, LandingPlatforms } from './landing-platforms.tsx'
import type { PriceFrom } from './price-from.tsx'
import { WhySbr, WhyUs } from './landing-reasons.tsx'
import { Compliance, HowItWorks } from './landing-steps.tsx'
import { SuppressorAddOn } from './landing-suppressors.tsx'
import { ShownBuilds, type Start } from './start-from.tsx'

type Props = {
  now: Date
  zone: string
  cited: Cited
  taxChange: TaxChange | undefined
  platforms: readonly Platform[]
  platformPhotos: Readonly<Record<string, ShownPhoto>>
  platformClasses: Readonly<Record<string, readonly BuildClass['code'][]>>
  platformPrices: Readonly<Record<string, PriceFrom>>
  pictures: {
    platforms: Readonly<Record<string, string | undefined>>
    hero: { wide: string; phone: string }
    suppressor: string
  }
  packages: readonly PackageView[]
  conversions: readonly ConversionView[]
  /** The visitor came for the trust pack. */
  wantsTrust: boolean
  /** What others built. */
  shown: readonly Start[]
}

/** The page before a platform is chosen: the platforms come right below the hero. */
export function Landing(props: Props) {
  const { now, zone, cited, taxChange, pictures, packages, conversions, wantsTrust } = props
  const platforms = props.platforms.map((platform) => ({
    ...platform,
    picture: pictures.platforms[platform.id],
    photo: props.platformPhotos[platform.id],
    classes: props.platformClasses[platform.id] ?? [],
    from: props.platformPrices[platform.id] ?? { baseCents: platform.startingPriceCents, complete: null },
  }))
  return (
    <>
      {taxChange && <LandingBar taxChange={taxChange} now={now} zone={zone} words={words.barWords} />}
      <LandingHero words={words.heroWords} badges={words.badgeWords} cited={cited} pictures={pictures.hero} />
      {wantsTrust && <BundleNote />}
      <LandingPlatforms
        words={words.platformWords}
        platforms={platforms.filter(({ isAvailable }) => isAvailable)}
      />
      <ShownBuilds starts={props.shown} />
      <WhyUs words={words.whyUs} />
      <LandingPackages words={words.packageWords} packages={packages} />
      <LandingConversions words={words.conversionWords} conversions={conversions} cited={cited} />
      <WhySbr words={words.whySbr} cited={cited} />
      <ComingPlatforms
        words={words.comingWords}
        platforms={platforms.filter(({ isAvailable }) => !isAvailable)}
      />
      <HowItWorks words={howWords} cited={cited} />
      <SuppressorAddOn words={words.suppressorWords} cited={cited} picture={pictures.suppressor} />
      <Compliance words={complianceWords} cited={cited} />
      <Sources claims={Object.values(cited)} />
    </>
  )
}
