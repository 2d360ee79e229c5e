import { countOf } from '#app/kit/text.ts'
import type { Db } from './db/db.server.ts'
import { findFacts } from './facts/facts.server.ts'
import { isOpenPage, nothingClosed } from './facts/sections.ts'
import { findPlatformName, listOpenedPlatforms, type OpenedPlatform } from './features/builds/store.server.ts'
import { shopZone } from './features/claims/rules.ts'
import { sessionState } from './features/courses/rules.ts'
import { findSession } from './features/courses/store/sessions.server.ts'
import { formatSessionDay } from './features/courses/words.ts'
import { findDrop, listLaunchedSince, type Drop } from './features/drops/store/drops.server.ts'
import { toDropView } from './features/drops/routes/drop-view.server.ts'
import { dropPath, parseSmallBatch } from './features/drops/rules.ts'
import { batchNames, windowOpenedMail } from './features/drops/small-batch.ts'
import type { TopicSources } from './features/subscriptions/jobs.server.ts'
import { listTitle, type Topic, topicKinds, topicParts } from './features/subscriptions/rules.ts'
import type { Announcement } from './features/subscriptions/store/announce.server.ts'
import { after, day } from './kit/clock.ts'
import { formatCents } from './kit/money.ts'

/** Openings older than this are not announced, for example after a longer outage. */
const announcementWindowMs = 3 * day

const topicPaths = {
  newsletter: '/drops',
  tax: '/build',
  builds: '/build',
  'build-slots': '/build',
  'trust-pack': '/trust',
} as const

export const topicSources: TopicSources = {
  async findTopic(db, topic, now) {
    const { kind, id } = topicParts(topic)
    if (kind === 'drop' || kind === 'returned-units') return dropTopicInfo(db, kind, id, now)
    const noir = { theme: 'noir' }
    if (kind === 'build-window')
      return ifNamed(parseSmallBatch(id), (line) => ({
        title: listTitle(kind, batchNames[line]),
        path: `/small-batch/${id}`,
        theme: id,
      }))
    if (kind === 'platform')
      return ifNamed(await findPlatformName(db, id), (name) => ({ title: name, path: '/build', ...noir }))
    if (kind === 'course') return sessionTopicInfo(db, id, now)
    return { title: topicKinds[kind].title, path: topicPaths[kind], ...noir }
  },
  async listDue(db, now) {
    const since = after(now, -announcementWindowMs)
    const [facts, drops, platforms] = await Promise.all([
      findFacts(db),
      listLaunchedSince(db, since, now),
      listOpenedPlatforms(db, since, now),
    ])
    const openedDrops = drops.filter(
      ({ status, pausedAt }) => (status === 'live' || status === 'sold_out') && !pausedAt,
    )
    const closed = { ...nothingClosed, sections: facts?.sectionsOff ?? [] }
    return [
      ...openedDrops.map((drop) => {
        const { slug, smallBatch } = drop
        return {
          topic: smallBatch ? (`build-window:${smallBatch}` as const) : (`drop:${slug}` as const),
          announcement: smallBatch ? windowAnnouncement(drop) : dropAnnouncement(drop),
        }
      }),
      ...platforms.map((platform) => ({
        topic: `platform:${platform.id}` as Topic,
        announcement: platformAnnouncement(platform),
      })),
    ].filter(({ announcement }) => isOpenPage(closed, announcement.path))
  },
}

async function dropTopicInfo(db: Db, kind: 'drop' | 'returned-units', slug: string, now: Date) {
  const drop = await findDrop(db, slug, now)
  return drop && { title: listTitle(kind, drop.name), path: dropPath(drop), theme: drop.theme }
}

/**
 * The waitlist of a class. Only a class that cannot be booked has one: free seats are reserved for its waitlist, so nobody
 * may join it while seats are on sale.
 */
async function sessionTopicInfo(db: Db, id: string, now: Date) {
  const session = await findSession(db, id, now)
  const state = session && sessionState(session, now)
  if (!session || (state !== 'full' && state !== 'all_held')) return undefined
  const on = formatSessionDay(session.startsAt, shopZone, now)
  return { title: `${session.course.name}, ${on}`, path: '/ccw-training', theme: 'noir' }
}

function ifNamed<Name extends string, Facts>(
  name: Name | undefined,
  facts: (name: Name) => Facts,
): Facts | undefined {
  return name === undefined ? undefined : facts(name)
}

function dropAnnouncement(drop: Drop): Announcement {
  const { slug, name, tagline, theme, totalUnits, counts } = drop
  const base = {
    occasion: `drop:${slug} opened`,
    alsoTo: ['newsletter' as const],
    path: `/drops/${slug}`,
    theme,
  }
  if (drop.status === 'sold_out')
    return {
      ...base,
      subject: `${name} opened and is sold out`,
      heading: 'Opened, and sold out',
      lines: [
        `Every number of ${name} is taken.`,
        'Returned numbers are offered to the waitlist, first come, first served. Each offer is held for 24 hours.',
      ],
      button: 'Join the waitlist',
    }
  return {
    ...base,
    subject: `${name} is live`,
    heading: `${name} is live`,
    lines: [
      ...(tagline ? [tagline] : []),
      `${counts.remaining} of ${countOf(totalUnits, 'number')} ${counts.remaining === 1 ? 'is' : 'are'} left. Pick yours and reserve it with a refundable deposit.`,
    ],
    button: 'Join the Drop',
  }
}

function platformAnnouncement({ id, name, description, startingPriceCents }: OpenedPlatform): Announcement {
  return {
    occasion: `platform:${id} available`,
    alsoTo: ['builds'],
    path: '/build#platforms',
    subject: `The ${name} is here`,
    heading: `The ${name} is here`,
    lines: [
      description,
      `Its base price is ${formatCents(startingPriceCents)}; the parts you choose are added to it.`,
    ],
    button: 'Start Your Build',
  }
}

/**
 * A build window opened. Whoever waits for build slots is told too: the slot of a build of one's own is never out, so what can
 * open are the slots of windows.
 */
function windowAnnouncement(drop: Drop): Announcement {
  return {
    occasion: `build-window:${drop.slug} opened`,
    alsoTo: ['build-slots'],
    path: dropPath(drop),
    theme: drop.smallBatch ?? drop.theme,
    ...windowOpenedMail(toDropView(drop, shopZone)),
  }
}
