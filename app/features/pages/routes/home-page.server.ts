import { ownColorStyle } from '#app/art/art-theme.ts'
import type { Shop } from '#app/http/context.server.ts'
import { listCourses, listSessions } from '../../courses/store/sessions.server.ts'
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
import { findPhotos } from '../../photos/store.server.ts'
import { listReleases } from '../../small-batch/store.server.ts'
import { toReleaseView } from '../../small-batch/words.ts'
import type { TextDocument } from '../../texts/rules.ts'
import { toHome } from '../rules/front-texts.ts'
import {
  type CourseWithDate,
  coursesWithDates,
  type HomeArchive,
  type HomeCourse,
  type HomeData,
  type HomeDrop,
  maxArchives,
} from '../rules/home.ts'
import { findCited } from '../store.server.ts'
import { heroLightPaths } from './hero-light.server.ts'

/** The home page with these words, which are read beside everything else that it shows. */
export async function showHome(shop: Shop, reading: Promise<TextDocument> | TextDocument) {
  const now = shop.now()
  const [text, current, next, archives, cited, releases, courses, sessions, photos] = await Promise.all([
    reading,
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
    words: toHome(text),
    now,
    current: current ? toHomeDrop(current) : null,
    next: next ? toHomeDrop(next) : null,
    photos,
    light: heroDrop ? heroLightPaths(shop.artwork, heroDrop) : null,
    archives: archives.map(toHomeArchive),
    deposit: cited['deposit.reservation']?.figure ?? null,
    releases: releases.map((release) => toReleaseView(release, shop.timeZone)),
    courses: coursesWithDates(courses, sessions).map((course) => toHomeCourse(course, shop.timeZone, now)),
  }
  return { publicUrl: shop.publicUrl, facts: shop.facts(), description: text.description, home }
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
  const { own } = patchSubjects(drop, [])
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

function toHomeCourse({ next, ...course }: CourseWithDate, zone: string, now: Date): HomeCourse {
  return { ...course, next: next && { when: formatWhen(next, zone, now), seats: next.seats } }
}
