import type { ComponentType } from 'react'
import { ownColorStyle } from '#app/art/art-theme.ts'
import { shopContext } from '#app/http/context.server.ts'
import { organization, pageHead, sharePath } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { listCourses, listSessions } from '../../courses/store.server.ts'
import { formatWhen } from '../../courses/words.ts'
import { dropPatchPicture, packUnits } from '../../drops/rules.ts'
import { ownColorsOf } from '../../drops/rules/art-lines.ts'
import {
  artPathsOf,
  type Drop,
  findCurrentDrop,
  findNextLaunch,
  listSoldOutArchives,
  patchSubjects,
} from '../../drops/store.server.ts'
import { listReleases } from '../../small-batch/store.server.ts'
import { toReleaseView } from '../../small-batch/words.ts'
import '../home.css'
import { PhotoSection } from '../../photos/components/photo-section.tsx'
import { findPhotos } from '../../photos/store.server.ts'
import { BuildCta } from '../components/build-cta.tsx'
import { CurrentDrop } from '../components/current-drop.tsx'
import { FactsStrip } from '../components/facts-strip.tsx'
import { HomeHero } from '../components/home-hero.tsx'
import { JsonLd } from '#app/http/json-ld.tsx'
import { SmallBatchSpecs } from '../components/small-batch-specs.tsx'
import { StayInLoop } from '../components/stay-in-loop.tsx'
import { TrainingSection } from '../components/training-section.tsx'
import { VaultWindow } from '../components/vault-window.tsx'
import {
  type CourseWithDate,
  type HomeArchive,
  type HomeCourse,
  type HomeData,
  type HomeDrop,
  coursesWithDates,
  maxArchives,
} from '../rules/home.ts'
import { isPublicPath } from '../rules.ts'
import { findCited } from '../store.server.ts'
import type { Route } from './+types/home'
import { heroLightPaths } from './hero-light.server.ts'

/** The sections of the home page in the specification's order. */
const sections: readonly ComponentType<{ home: HomeData }>[] = [
  HomeHero,
  FactsStrip,
  CurrentDrop,
  ({ home }) => <PhotoSection set={home.photos} title="From the bench" withCover />,
  SmallBatchSpecs,
  TrainingSection,
  VaultWindow,
  StayInLoop,
  ...(isPublicPath('/build') ? [BuildCta] : []),
]

export const handle = { sharedParams: [] } satisfies SharedHandle

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const now = shop.now()
  const [current, next, archives, cited, releases, courses, sessions, photos] = await Promise.all([
    findCurrentDrop(shop.db, now),
    findNextLaunch(shop.db, now),
    listSoldOutArchives(shop.db, now, maxArchives),
    findCited(shop, ['{deposit.reservation}']),
    listReleases(shop.db, now),
    listCourses(shop.db, now),
    listSessions(shop.db, now),
    findPhotos(shop, 'page', 'home'),
  ])
  const heroDrop = current ?? next
  const home: HomeData = {
    now,
    current: current ? toHomeDrop(current) : null,
    next: next ? toHomeDrop(next) : null,
    photos,
    light: heroDrop ? heroLightPaths(shop.artwork, heroDrop) : null,
    archives: archives.map(toHomeArchive),
    deposit: cited['deposit.reservation']?.figure ?? null,
    releases: releases.map((release) => toReleaseView(release, shop.timeZone)),
    courses: coursesWithDates(courses, sessions).map((course) => toHomeCourse(course, shop.timeZone)),
  }
  return { publicUrl: shop.publicUrl, facts: shop.facts(), home }
}

export function headers() {
  return sharedPage
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { publicUrl, home } = loaderData
  const featured = home.current ?? home.next
  return pageHead({
    title: 'PACo | Numbered drops and custom short-barreled rifles',
    description:
      'Limited runs of engraved rifles, individually numbered and built under federal license in Miami, Florida. Pick yours up at your dealer once the transfer is approved.',
    path: '/',
    publicUrl,
    picture: featured ? `/art/drops/${featured.slug}/share.jpg` : sharePath('home'),
  })
}

export default function Home({ loaderData: { publicUrl, facts, home } }: Route.ComponentProps) {
  return (
    <>
      <JsonLd
        data={{
          '@context': 'https://schema.org',
          '@graph': [organization(publicUrl, facts), site(publicUrl)],
        }}
      />
      {sections.map((Section, index) => (
        <Section key={index} home={home} />
      ))}
    </>
  )
}

/** Structured data of the website. */
function site(publicUrl: string) {
  return {
    '@type': 'WebSite',
    '@id': `${publicUrl}/#site`,
    name: 'PACo',
    url: `${publicUrl}/`,
    publisher: { '@id': `${publicUrl}/#shop` },
  }
}

function toHomeDrop(drop: Drop): HomeDrop {
  const { slug, name, tagline, theme, totalUnits, launchDate, endDate } = drop
  const art = artPathsOf(drop)
  return {
    slug,
    name,
    tagline,
    theme,
    ownColors: ownColorStyle(ownColorsOf(drop)),
    totalUnits,
    launchDate,
    endDate,
    live: {
      status: drop.status,
      paused: drop.pausedAt !== null,
      units: packUnits(drop.units),
    },
    art: {
      wide: art('current-drop'),
      phone: art('card'),
    },
  }
}

function toHomeArchive(drop: Drop): HomeArchive {
  const { slug, name, theme, dropNumber, totalUnits, patchArtworkUrl: artworkUrl } = drop
  const { own } = patchSubjects(drop, 0)
  return {
    slug,
    name,
    theme,
    dropNumber,
    totalUnits,
    patch: artworkUrl
      ? {
          src: artworkUrl,
          srcSet: artworkUrl,
        }
      : dropPatchPicture(slug, own.version),
  }
}

function toHomeCourse({ next, ...course }: CourseWithDate, zone: string): HomeCourse {
  return { ...course, next: next && { when: formatWhen(next, zone), seats: next.seats } }
}
