import type { ComponentType } from 'react'
import { JsonLd } from '#app/http/json-ld.tsx'
import { organization } from '#app/http/structured-data.ts'
import { useIsOpenPage } from '#app/ui/open-pages.ts'
import { brand } from '#app/kit/brand.ts'
import { PhotoSection } from '../../photos/components/photo-section.tsx'
import type { HomeData } from '../rules/home.ts'
import { BuildCta } from './build-cta.tsx'
import { CurrentDrop } from './current-drop.tsx'
import { FactsStrip } from './facts-strip.tsx'
import { HomeHero } from './home-hero.tsx'
import { SmallBatchSpecs } from './small-batch-specs.tsx'
import { StayInLoop } from './stay-in-loop.tsx'
import { TrainingSection } from './training-section.tsx'
import { VaultWindow } from './vault-window.tsx'

/** The sections of the home page in the specification's order, and the page that each one leads to. */
const sections: readonly { Section: ComponentType<{ home: HomeData }>; of: string }[] = [
  { Section: HomeHero, of: '/' },
  { Section: FactsStrip, of: '/' },
  { Section: CurrentDrop, of: '/drops' },
  { Section: ({ home }) => <PhotoSection set={home.photos} title="From the bench" withCover />, of: '/' },
  { Section: SmallBatchSpecs, of: '/small-batch' },
  { Section: TrainingSection, of: '/ccw-training' },
  { Section: VaultWindow, of: '/drops/vault' },
  { Section: StayInLoop, of: '/' },
  { Section: BuildCta, of: '/build' },
]

type Props = { publicUrl: string; facts: Parameters<typeof organization>[1]; home: HomeData }

/** The home page. */
export function HomePage({ publicUrl, facts, home }: Props) {
  const isOpen = useIsOpenPage()
  return (
    <>
      <JsonLd
        data={{
          '@context': 'https://schema.org',
          '@graph': [organization(publicUrl, facts), site(publicUrl)],
        }}
      />
      {sections.map(({ Section, of }, index) => isOpen(of) && <Section key={index} home={home} />)}
    </>
  )
}

/** Structured data of the website. */
function site(publicUrl: string) {
  return {
    '@type': 'WebSite',
    '@id': `${publicUrl}/#site`,
    name: brand,
    url: `${publicUrl}/`,
    publisher: { '@id': `${publicUrl}/#shop` },
  }
}
