import ArrowRight from 'lucide-react/icons/arrow-right'
import BadgeCheck from 'lucide-react/icons/badge-check'
import CreditCard from 'lucide-react/icons/credit-card'
import FileText from 'lucide-react/icons/file-text'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { artFrames } from '#app/art/art-frames.ts'
import { receiverHeight, receiverWidth } from '#app/art/relief/receiver-frame.ts'
import { type Course, registerPath, type SessionView } from '#app/features/courses/rules.ts'
import { seatsWords, formatWhen } from '#app/features/courses/words.ts'
import { shopContext } from '#app/http/context.server.ts'
import { JsonLd, organization } from '#app/http/structured-data.tsx'
import { pageHead, type SharedHandle, sharedPage, sharePath } from '#app/http/page-head.ts'
import { brand } from '#app/kit/brand.ts'
import { countOf } from '#app/kit/text.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Hero } from '#app/ui/hero.tsx'
import { useIsOpenPage } from '#app/ui/open-pages.ts'
import { Price } from '#app/ui/price.tsx'
import { Section } from '#app/ui/section.tsx'
import { Ticks } from '#app/ui/ticks.tsx'
import { listCourses, listSessions } from '../courses/store/sessions.server.ts'
import { JoinWindow, LiveCount, StatusBadge } from '../drops/components/drop-parts.tsx'
import { dropPatchPicture, figuresOf, followDrop, liveStateOf, shownUnits } from '../drops/rules.ts'
import { receiverSrcSet } from '../drops/rules/art.ts'
import { patchSubjects, receiverVersion } from '../drops/store/artwork.server.ts'
import {
  type Drop,
  findCurrentDrop,
  findNextLaunch,
  listSoldOutArchives,
  listWindows,
} from '../drops/store/drops.server.ts'
import { PhotoSection } from '../photos/components/photo.tsx'
import { findPhotos } from '../photos/store.server.ts'
import { toDropView } from '../drops/routes/drop-view.server.ts'
import { type BuildWindow, windowSentence, windowWords } from '../drops/small-batch.ts'
import { SubscribeForm, WaitlistButton } from '../subscriptions/components/subscribe-form.tsx'
import '../age-gate/age-gate.css'
import { CurrentDrop } from './components/current-drop.tsx'
import { coursesWithDates, homeArtPath, pageArt, pageArtPath } from './rules.ts'
import { findCited } from './store.server.ts'
import type { Route } from './+types/home'

export const handle = { sharedParams: [] } satisfies SharedHandle

export const headers = () => sharedPage

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const now = shop.now()
  const [current, next, archives, cited, windows, courses, sessions, photos] = await Promise.all([
    findCurrentDrop(shop.db, now),
    findNextLaunch(shop.db, now),
    listSoldOutArchives(shop.db, now, 2),
    findCited(shop, ['{deposit.reservation}']),
    listWindows(shop.db, now),
    listCourses(shop.db),
    listSessions(shop.db, now),
    findPhotos(shop, 'page', 'home'),
  ])
  const home = {
    now,
    zone: shop.timeZone,
    current,
    next,
    photos,
    archives,
    deposit: cited['deposit.reservation']?.figure,
    windows: windows.map((drop) => toDropView(drop, shop.timeZone)),
    courses: coursesWithDates(courses, sessions),
  }
  const metal = current && findMetal(current)
  return { publicUrl: shop.publicUrl, facts: shop.facts(), home, metal }
}

type Home = Route.ComponentProps['loaderData']['home']

function findMetal(drop: Drop) {
  const pictures = { base: `/art/drops/${drop.slug}`, version: receiverVersion(drop) }
  return {
    slug: drop.slug,
    name: drop.name,
    total: drop.totalUnits,
    finish: drop.variants[0]?.finish ?? '',
    avif: receiverSrcSet(pictures, 0, 'avif'),
    webp: receiverSrcSet(pictures, 0, 'webp'),
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { publicUrl, home } = loaderData
  const featured = home.current ?? home.next
  return pageHead({
    title: `${brand} | Numbered drops and custom short-barreled rifles`,
    description:
      'Limited runs of engraved rifles, individually numbered and built under federal license in Miami, Florida. Pick yours up at your dealer once the transfer is approved.',
    path: '/',
    publicUrl,
    picture: featured ? `/art/drops/${featured.slug}/share.jpg` : sharePath('home'),
  })
}

export default function Home({ loaderData: { publicUrl, facts, home, metal } }: Route.ComponentProps) {
  const isOpen = useIsOpenPage()
  const site = {
    '@type': 'WebSite',
    '@id': `${publicUrl}/#site`,
    name: brand,
    url: `${publicUrl}/`,
    publisher: { '@id': `${publicUrl}/#shop` },
  }
  return (
    <>
      <JsonLd data={{ '@context': 'https://schema.org', '@graph': [organization(publicUrl, facts), site] }} />
      <HomeHero home={home} />
      {metal && isOpen('/drops') && <MetalStrip metal={metal} />}
      <FactsStrip home={home} />
      {isOpen('/drops') && <CurrentDrop {...home} />}
      <PhotoSection set={home.photos} title="From the bench" withCover />
      {isOpen('/small-batch') && <SmallBatchSpecs home={home} />}
      {isOpen('/ccw-training') && <TrainingSection home={home} />}
      {isOpen('/drops/vault') && <VaultWindow home={home} />}
      <Section kind="facts" title="Stay in the Loop" lead="One email when a drop opens, and little else.">
        <SubscribeForm topic="newsletter" />
      </Section>
      {isOpen('/build') && <BuildCta />}
    </>
  )
}

type MetalStripProps = { metal: Awaited<ReturnType<typeof findMetal>> }

function MetalStrip({ metal: { slug, name, total, finish, avif, webp } }: MetalStripProps) {
  return (
    <a
      className="group relative block overflow-hidden border-t border-hairline bg-sheet"
      href={`/drops/${slug}#units`}
    >
      <picture>
        <source type="image/avif" srcSet={avif} sizes="100vw" />
        <img
          className="aspect-[4/3] w-full object-cover transition-[scale] duration-theme ease-out motion-safe:group-hover:scale-102 lg:aspect-[5/2] lg:object-[50%_75%]"
          srcSet={webp}
          sizes="100vw"
          alt={`Close view of the receiver${finish && `, ${finish}`}, engraved “of ${total}, ${name}”. Computed illustration`}
          width={receiverWidth}
          height={receiverHeight}
          loading="lazy"
          decoding="async"
        />
      </picture>
      <span className="wrap flex justify-end max-lg:border-t max-lg:border-hairline max-lg:py-3 lg:absolute lg:inset-x-0 lg:bottom-8">
        <span className="flex min-h-12 items-center justify-center gap-2 rounded-control border border-control bg-page px-6 group-hover:border-accent max-lg:w-full">
          Pick your number <ArrowRight className="size-4" aria-hidden />
        </span>
      </span>
    </a>
  )
}

function HomeHero({ home: { current, next } }: { home: Home }) {
  const head = {
    title: 'Every one is numbered.',
    tagline:
      'Limited runs of engraved rifles, built under federal license in Miami. We file our part of the transfer. You pick up at your dealer once it’s approved.',
    secondaryCTA: { label: 'Explore CCW Courses', to: '/courses' },
  }
  const drop = current ?? next
  if (!drop)
    return (
      <div className="home-hero">
        <Hero
          {...head}
          art={<span className="gate-light absolute opacity-30" />}
          primaryCTA={{ label: 'Explore Vault', to: '/drops/vault' }}
        />
      </div>
    )
  const { slug, status, units } = drop
  const figures = figuresOf(units)
  const join =
    status === 'live' ? (
      <WaitlistButton label="Join Current Drop" variant="primary" topic={`returned-units:${slug}`} />
    ) : (
      <WaitlistButton label="Get Notified" variant="primary" topic={`drop:${slug}`} />
    )
  const note =
    status === 'live' ? (
      <LiveCount
        words="{remaining} of {total} left in the current drop. Each slat of light is one unit."
        figures={figures}
      />
    ) : (
      `The next drop has ${countOf(figures.total, 'unit')}. Each slat is one unit and lights up when the drop opens.`
    )
  return (
    <div className="home-hero" {...followDrop(drop)}>
      <Hero {...head} art={<HeroLight {...drop} />} primaryCTA={join} note={note} />
    </div>
  )
}

const { homeWide, homePhone } = artFrames

function HeroLight(drop: Drop) {
  const { slug } = drop
  const live = liveStateOf(drop)
  const [wide, phone] = [homeArtPath(slug, 'wide', live), homeArtPath(slug, 'phone', live)]
  return (
    <picture data-light={slug}>
      <source media="(width >= 900px)" srcSet={wide} width={homeWide.width} height={homeWide.height} />
      <img src={phone} alt="" width={homePhone.width} height={homePhone.height} fetchPriority="high" />
    </picture>
  )
}

const fact =
  'flex items-center gap-3 border-hairline text-sm wrap-anywhere text-balance hyphens-auto text-muted max-lg:py-4 max-lg:pr-3 max-lg:even:border-l max-lg:even:pl-4 max-lg:nth-[n+3]:border-t lg:px-6 lg:py-5 lg:first:pl-0 lg:not-first:border-l'

function FactsStrip({ home: { deposit } }: { home: Home }) {
  const facts = [
    { Icon: ShieldCheck, words: 'Licensed manufacturer and dealer' },
    { Icon: FileText, words: 'Forms filed on site, with status updates' },
    { Icon: BadgeCheck, words: 'Every build test-fired before it ships' },
    ...(deposit ? [{ Icon: CreditCard, words: `${deposit} reservation, refundable` }] : []),
  ]
  return (
    <div className="border-y border-hairline">
      <ul className="wrap grid grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
        {facts.map(({ Icon, words }) => (
          <li key={words} className={fact}>
            <Icon className="size-5 text-ink" aria-hidden />
            {words}
          </li>
        ))}
      </ul>
    </div>
  )
}

function SmallBatchSpecs({ home: { windows } }: { home: Home }) {
  if (!windows.length) return null
  return (
    <Section
      title="Small-Batch Specs"
      lead="Three lines, three build windows. A window closes when its last number is taken."
    >
      <div className="grid gap-6 lg:grid-cols-3">
        {windows.map((window) => (
          <WindowCard key={window.slug} window={window} />
        ))}
      </div>
    </Section>
  )
}

function WindowCard({ window }: { window: BuildWindow }) {
  const { smallBatch, name, tagline, status, units, art, path } = window
  return (
    <article
      className="group relative flex flex-col overflow-hidden rounded-plate border border-hairline bg-sheet transition-colors duration-normal hover:border-control"
      data-theme={smallBatch}
      aria-labelledby={`window-${smallBatch}`}
    >
      <div className="relative overflow-hidden border-b border-hairline bg-page">
        <img
          className="h-auto w-full transition-[scale] duration-theme ease-out motion-safe:group-has-[h3_a:hover]:scale-104"
          src={art.card}
          alt=""
          width={420}
          height={252}
          loading="lazy"
          decoding="async"
        />
        <p className="absolute top-4 left-4">
          <StatusBadge status={status} smallBatch={smallBatch} />
        </p>
      </div>
      <div className="flex flex-1 flex-col gap-2 p-6">
        <h3
          className="display flex min-h-16 items-end wrap-anywhere text-display-sm lg:min-h-20"
          id={`window-${smallBatch}`}
        >
          <a className="after:absolute after:inset-0" href={path}>
            {name}
          </a>
        </h3>
        <p className="text-muted">{tagline}</p>
        <dl className="mt-3 mb-4 flex flex-wrap gap-x-7 gap-y-3">
          <div>
            <dt className="mb-1 text-sm text-faint">Window</dt>
            <dd className="font-display text-lg leading-snug">{windowWords(window)}</dd>
          </div>
        </dl>
        <Ticks units={shownUnits(status, units)} />
        <p className="mb-4 text-sm text-muted">{windowSentence(window)}</p>
        <div className="relative z-1 mt-auto">
          <JoinWindow smallBatch={smallBatch} name={name} block />
        </div>
      </div>
    </article>
  )
}

function TrainingSection({ home: { courses, zone, now } }: { home: Home }) {
  if (!courses.length) return null
  return (
    <Section
      kind="list"
      id="training"
      title="CCW Training"
      lead="The deposit is refundable up to 48 hours before class."
    >
      <div className="grid divide-hairline border-y border-hairline max-lg:divide-y lg:grid-cols-3 lg:divide-x">
        {courses.map(({ course, next }) => (
          <CourseCell
            key={course.slug}
            course={course}
            next={next && { when: formatWhen(next, zone, now), seats: next.seats }}
          />
        ))}
      </div>
    </Section>
  )
}

const date =
  'row-span-2 grid h-20 w-16 content-center justify-items-center rounded-control border text-center font-display xl:h-24 xl:w-20'

type CourseCellProps = { course: Course; next: Pick<SessionView, 'when' | 'seats'> | undefined }

function CourseCell({ course: { slug, name, hours, priceCents }, next }: CourseCellProps) {
  return (
    <article
      className="grid grid-cols-[auto_minmax(0,1fr)] grid-rows-[auto_auto_auto_1fr] gap-x-4 px-5 py-6 xl:gap-x-6 xl:p-7"
      aria-labelledby={`course-${slug}`}
    >
      {next ? (
        <time className={`${date} border-control`} dateTime={next.when.isoDay}>
          <span className="text-xs tracking-widest text-muted">{next.when.month}</span>
          <b className="text-3xl font-light xl:text-h2">{next.when.dayOfMonth}</b>
        </time>
      ) : (
        <p className={`${date} border-dashed border-control text-xs text-muted`}>No date yet</p>
      )}
      <h3 className="h3 self-end" id={`course-${slug}`}>
        <a
          className="relative underline-offset-4 after:absolute after:inset-x-0 after:-inset-y-3 hover:underline"
          href={`/ccw-training#${slug}`}
        >
          {name}
        </a>
      </h3>
      <p className="mt-1 leading-normal text-balance text-muted">{hours} hours</p>
      <div className="col-span-full mt-6 grid grid-cols-[minmax(0,150px)_auto] items-center justify-start gap-4">
        {next && (
          <>
            <Ticks units={next.seats} />
            <p className="text-sm text-muted">{seatsWords(next.seats)}</p>
          </>
        )}
      </div>
      <div className="col-span-full mt-5 flex items-center justify-between self-end border-t border-hairline pt-5">
        <Price cents={priceCents} />
        <ButtonLink href={registerPath({ course: slug })} size="sm" aria-label={`Enroll Now: ${name}`}>
          Enroll Now
        </ButtonLink>
      </div>
    </article>
  )
}

function VaultWindow({ home: { archives } }: { home: Home }) {
  return (
    <Section title="The Vault" lead="Past drops. Numbers are never reused.">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,24rem),1fr))] gap-6">
        {archives.map((drop) => (
          <ArchivedDrop key={drop.slug} drop={drop} />
        ))}
        <a
          className="grid min-h-[120px] place-content-center justify-items-center gap-4 rounded-plate border border-dashed border-control font-display text-lg leading-none tracking-wide transition-colors hover:bg-sheet"
          href="/drops/vault"
        >
          <ArrowRight aria-hidden />
          View All Archives
        </a>
      </div>
    </Section>
  )
}

function ArchivedDrop({ drop }: { drop: Drop }) {
  const { slug, name, theme, dropNumber, totalUnits, patchArtworkUrl: own } = drop
  const patch = own
    ? { src: own, srcSet: undefined }
    : dropPatchPicture(slug, patchSubjects(drop, []).own.version)
  return (
    <a
      className="group grid grid-cols-[112px_minmax(0,1fr)] items-center gap-4 rounded-plate border border-hairline bg-sheet p-4 transition-colors duration-normal hover:border-control hover:bg-plate lg:grid-cols-[190px_1fr] lg:gap-6 lg:p-6"
      href={`/drops/${slug}`}
      data-theme={theme}
    >
      <img
        className="h-auto w-full brightness-85 saturate-50 transition-[filter] duration-slow group-hover:brightness-100 group-hover:saturate-100"
        src={patch.src}
        srcSet={patch.srcSet}
        sizes="(width >= 900px) 190px, 112px"
        alt=""
        width={240}
        height={240}
        loading="lazy"
        decoding="async"
      />
      <div>
        <Badge kind="sold">SOLD OUT</Badge>
        <h3 className="h3 mt-4 mb-1">{name}</h3>
        <p className="text-muted">
          Drop № {String(dropNumber).padStart(3, '0')}, {totalUnits} units
        </p>
      </div>
    </a>
  )
}

function BuildCta() {
  return (
    <section className="relative overflow-hidden border-t border-hairline" aria-labelledby="build-call">
      <div className="wrap relative flex flex-col justify-between py-16 lg:min-h-[64vw] lg:pt-24 lg:pb-20 xl:min-h-[780px]">
        <h2 className="h1 relative z-1 max-w-[20ch]" id="build-call">
          <span className="inline-block">Your Build. Your Rules.</span>{' '}
          <span className="inline-block">Start Today.</span>
        </h2>
        <picture>
          <source
            media="(width < 900px)"
            srcSet={pageArtPath('build-call-phone')}
            {...pageArt['build-call-phone']}
          />
          <img
            className="absolute top-[60%] right-[max(-190px,calc(-1_*_(1440px_-_100vw)_/_2_-_190px))] w-[min(1240px,88vw)] h-auto [translate:0_-50%] max-lg:static max-lg:w-full max-lg:mt-[36px] max-lg:mb-7 max-lg:[translate:none]"
            src={pageArtPath('build-call')}
            alt="Illustration of a rifle on the drafting sheet: five parts in ink, the optic, the light and the suppressor still in phantom line"
            {...pageArt['build-call']}
            loading="lazy"
            decoding="async"
          />
        </picture>
        <div className="relative z-1">
          <p className="lead mb-6 max-w-[34ch] lg:max-w-[22ch] xl:max-w-[26ch]">
            Join thousands of builders creating their perfect SBR configuration.
          </p>
          <ButtonLink href="/build-kit" variant="primary" className="max-lg:w-full">
            Build Your Kit
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}
