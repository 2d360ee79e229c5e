import { countOf } from '#app/kit/count.ts'
import { artFrames } from '#app/art/art-frames.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Hero } from '#app/ui/hero.tsx'
import { countUnits, unpackUnits } from '../../drops/rules.ts'
import { WaitlistButton } from '../../subscriptions/components/waitlist-button.tsx'
import { homeArtPath, type HomeData, type HomeDrop } from '../rules/home.ts'
import { useDebounced, useLiveDrop } from './use-live-drop.ts'

const courses = { label: 'Explore CCW Courses', to: '/courses' }

/** Minimum time between image changes, in milliseconds. */
const minImageIntervalMs = 2_000

/** The hero: light through a blind with one slat for each unit of the current or next drop. */
export function HomeHero({ home: { words, current, next, light } }: { home: HomeData }) {
  const head = { title: words.title, tagline: words.lead }
  const drop = current ?? next
  return (
    <div className="home-hero">
      {drop && light ? (
        <DropHero key={drop.slug} head={head} drop={drop} light={light} />
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
  const live = useLiveDrop(drop)
  const state = useDebounced(`${live.status} ${live.units}`, minImageIntervalMs)
  const [status, units = ''] = state.split(' ') as [typeof live.status, string?]
  const { remaining, total } = countUnits(unpackUnits(units))
  const isUnchanged = status === drop.live.status && units === drop.live.units
  const currentLight = {
    wide: homeArtPath(drop.slug, 'wide', { status, units }),
    phone: homeArtPath(drop.slug, 'phone', { status, units }),
  }
  const isOpen = drop.live.status === 'live'
  return (
    <Hero
      {...head}
      art={<HeroLight {...(isUnchanged ? light : currentLight)} />}
      primaryCTA={isOpen ? <JoinDrop drop={drop} remaining={remaining} /> : <NotifyAboutDrop drop={drop} />}
      secondaryCTA={courses}
      note={
        isOpen
          ? `${remaining} of ${total} left in the current drop. Each slat of light is one unit.`
          : `The next drop has ${countOf(total, 'unit')}. Each slat is one unit and lights up when the drop opens.`
      }
    />
  )
}

/** What a visitor can do about the live drop: pick a number while there is one, and wait for one that comes back. */
function JoinDrop({ drop: { slug, name, totalUnits }, remaining }: { drop: HomeDrop; remaining: number }) {
  const isOpen = remaining > 0
  return (
    <WaitlistButton
      label="Join Current Drop"
      variant="primary"
      topic={`returned-units:${slug}`}
      title={`Join ${name}`}
      description={isOpen ? undefined : `All ${totalUnits} numbers are taken. ${returnedWords}`}
      instead={isOpen && <PickNow slug={slug} remaining={remaining} total={totalUnits} />}
    />
  )
}

const returnedWords = 'Numbers that come back are offered to the waitlist, first come, first served.'

function PickNow({ slug, remaining, total }: { slug: string; remaining: number; total: number }) {
  return (
    <>
      <div className="mt-4 grid gap-3">
        <ButtonLink to={`/drops/${slug}#units`} variant="primary" block>
          Pick your number
        </ButtonLink>
        <p className="text-sm text-muted">
          {remaining} of {total} are open. You choose one, and a refundable deposit reserves it.
        </p>
      </div>
      <div className="mt-6 grid gap-1 border-t border-hairline pt-6">
        <h3 className="font-medium">Or join the waitlist</h3>
        <p className="text-sm text-muted">{returnedWords}</p>
      </div>
    </>
  )
}

/** The waitlist of a coming drop. */
function NotifyAboutDrop({ drop: { slug, name } }: { drop: HomeDrop }) {
  return (
    <WaitlistButton
      label="Get Notified"
      variant="primary"
      topic={`drop:${slug}`}
      title={`Get notified: ${name}`}
      description="We’ll email you once, the moment the drop opens."
    />
  )
}

const { homeWide, homePhone } = artFrames

type Light = NonNullable<HomeData['light']>

function HeroLight({ wide, phone }: Light) {
  return (
    <picture>
      <source media="(width >= 900px)" srcSet={wide} width={homeWide.width} height={homeWide.height} />
      <img src={phone} alt="" width={homePhone.width} height={homePhone.height} fetchPriority="high" />
    </picture>
  )
}
