import { countOf } from '#app/kit/count.ts'
import { artFrames } from '#app/art/art-frames.ts'
import { Hero } from '#app/ui/hero.tsx'
import { LiveCount } from '../../drops/components/live-count.tsx'
import { unpackUnits } from '../../drops/rules.ts'
import { figuresOf, followDrop } from '../../drops/rules/following.ts'
import { WaitlistButton } from '../../subscriptions/components/waitlist-button.tsx'
import type { HomeData, HomeDrop } from '../rules/home.ts'

const courses = { label: 'Explore CCW Courses', to: '/courses' }

/** The hero: light through a blind with one slat for each unit of the current or next drop. */
export function HomeHero({ home: { words, current, next, light } }: { home: HomeData }) {
  const head = { title: words.title, tagline: words.lead }
  const drop = current ?? next
  return (
    <div className="home-hero" {...(drop && followDrop(drop.slug, drop.live))}>
      {drop && light ? (
        <DropHero head={head} drop={drop} light={light} />
      ) : (
        <Hero
          {...head}
          art={<span className="home-light" />}
          primaryCTA={{ label: 'Explore Vault', to: '/drops/vault' }}
          secondaryCTA={courses}
        />
      )}
    </div>
  )
}

type DropHeroProps = { head: { title: string; tagline: string }; drop: HomeDrop; light: Light }

function DropHero({ head, drop, light }: DropHeroProps) {
  const figures = figuresOf(unpackUnits(drop.live.units))
  const isOpen = drop.live.status === 'live'
  return (
    <Hero
      {...head}
      art={<HeroLight slug={drop.slug} {...light} />}
      primaryCTA={isOpen ? <JoinDrop drop={drop} /> : <NotifyAboutDrop drop={drop} />}
      secondaryCTA={courses}
      note={
        isOpen ? (
          <LiveCount
            words="{remaining} of {total} left in the current drop. Each slat of light is one unit."
            figures={figures}
          />
        ) : (
          `The next drop has ${countOf(figures.total, 'unit')}. Each slat is one unit and lights up when the drop opens.`
        )
      }
    />
  )
}

/** The waitlist of numbers that come back; its dialog leads to the open ones. */
function JoinDrop({ drop: { slug } }: { drop: HomeDrop }) {
  return <WaitlistButton label="Join Current Drop" variant="primary" topic={`returned-units:${slug}`} />
}

/** The waitlist of a coming drop. */
function NotifyAboutDrop({ drop: { slug } }: { drop: HomeDrop }) {
  return <WaitlistButton label="Get Notified" variant="primary" topic={`drop:${slug}`} />
}

const { homeWide, homePhone } = artFrames

type Light = NonNullable<HomeData['light']>

function HeroLight({ slug, wide, phone }: Light & { slug: string }) {
  return (
    <picture data-light={slug}>
      <source media="(width >= 900px)" srcSet={wide} width={homeWide.width} height={homeWide.height} />
      <img src={phone} alt="" width={homePhone.width} height={homePhone.height} fetchPriority="high" />
    </picture>
  )
}
