import { countOf } from '#app/kit/count.ts'
import { cachedQuery } from './db/cached-query.server.ts'
import type { Db } from './db/db.server.ts'
import { type ClosedPages, isOpenPage } from './facts/sections.ts'
import { listAccessories } from './features/accessories/store.server.ts'
import { readCatalog } from './features/builds/store.server.ts'
import { partPath, platformPath } from './features/builds/rules/build-address.ts'
import { stepWords } from './features/builds/words.ts'
import { judge, states } from './features/compliance/rules.ts'
import { findKnownRules } from './features/compliance/store.server.ts'
import { listCourses } from './features/courses/store/sessions.server.ts'
import { patchPath } from './features/drops/rules.ts'
import { listNewestDrops, listPatchNames } from './features/drops/store.server.ts'
import { statusWords } from './features/drops/words.ts'
import { toGroups } from './features/pages/rules/faq.ts'
import { toAbout } from './features/pages/rules/front-texts.ts'
import { toGuide, toLearn, toServices } from './features/pages/rules/page-texts.ts'
import { listReleases } from './features/small-batch/store.server.ts'
import { statusPhrases, windowWords } from './features/small-batch/words.ts'
import type { TextDocument, TextKey } from './features/texts/rules.ts'
import { listAllPublished } from './features/texts/store.server.ts'
import { listTrustPackages } from './features/trust/packs.server.ts'
import { programText, publicPathOf } from './features/words-desk/rules.ts'
import { formatCents } from './kit/money.ts'
import type { SearchEntry, SearchKind } from './kit/search-entry.ts'

/** The entries without each set of closed pages, so that the same array is returned while both are the same. */
const open = new WeakMap<readonly SearchEntry[], Map<string, readonly SearchEntry[]>>()

/**
 * Everything on the site that can be found by words: the one place that knows the features behind it. The same array is
 * returned for half a minute, so that an index of it can be cached with it.
 */
export async function listSearchEntries(db: Db, now: Date, closed: ClosedPages) {
  const all = await listAllEntries(db, now)
  const bySet = open.get(all) ?? new Map<string, readonly SearchEntry[]>()
  open.set(all, bySet)
  const key = JSON.stringify(closed)
  const entries = bySet.get(key) ?? all.filter(({ path }) => isOpenPage(closed, path))
  bySet.set(key, entries)
  return entries
}

const listAllEntries = cachedQuery(async (db, now) => {
  const lists = await Promise.all([
    dropEntries(db, now),
    goodsEntries(db, now),
    buildEntries(db, now),
    wordEntries(db),
    stateEntries(db, now),
  ])
  return [...lists.flat(), ...pageEntries]
})

/** Further accessories are searched on their own page, whose search queries the database. */
const maxGoods = 2_000

/** Older drops are searched in the vault, whose search queries the database. */
const maxDrops = 200

async function dropEntries(db: Db, now: Date): Promise<SearchEntry[]> {
  const [drops, releases] = await Promise.all([
    listNewestDrops(db, now, { max: maxDrops }),
    listReleases(db, now),
  ])
  return [
    ...drops.map(({ slug, name, tagline, description, story, category, status, totalUnits }) =>
      entry(
        'drop',
        name,
        `${sentenceCase(statusWords[status].full)}, ${countOf(totalUnits, 'unit')}. ${tagline}`,
        `/drops/${slug}`,
        [description, story, category],
      ),
    ),
    ...releases.map((release) =>
      entry(
        'release',
        `${release.name}, small batch`,
        `${windowWords(release)}, ${statusPhrases[release.status]}`,
        `/small-batch/${release.slug}`,
        [release.summary, release.story, ...release.details],
      ),
    ),
  ]
}

async function goodsEntries(db: Db, now: Date): Promise<SearchEntry[]> {
  const [accessories, patches, courses, packs] = await Promise.all([
    listAccessories(db, now, maxGoods),
    listPatchNames(db, maxGoods),
    listCourses(db, now),
    listTrustPackages(db, now),
  ])
  return [
    ...accessories.map(({ id, name, priceCents, left, description, category, specs }) =>
      entry(
        'accessory',
        name,
        `${formatCents(priceCents)}${left > 0 ? '' : ', out of stock'}`,
        `/accessories/${encodeURIComponent(id)}`,
        [description, category, ...specs],
      ),
    ),
    ...patches.map(({ id, name, description, dropName }) =>
      entry('accessory', name, `Patch, ${dropName}`, patchPath(id), [description]),
    ),
    ...courses.map(({ slug, name, hours, priceCents, summary, topics: taught, bring }) =>
      entry('class', name, `${formatCents(priceCents)}, ${countOf(hours, 'hour')}`, `/ccw-training#${slug}`, [
        summary,
        ...taught,
        ...bring,
      ]),
    ),
    ...packs.map(({ name, priceCents, besides, contents }) =>
      entry('trust', name, formatCents(priceCents), '/trust', [besides, ...contents]),
    ),
  ]
}

async function buildEntries(db: Db, now: Date): Promise<SearchEntry[]> {
  const { platforms, parts } = await readCatalog(db, now)
  return [
    ...platforms.map(({ id, name, calibers, description, specs, isAvailable }) =>
      entry('platform', name, isAvailable ? calibers.join(', ') : 'Coming', platformPath(id), [
        description,
        ...calibers,
        ...specs,
      ]),
    ),
    ...parts.map(({ id, name, step, priceCents, description, specs, tags }) =>
      entry(
        'part',
        name,
        `${stepWords[step].label}, ${priceCents ? formatCents(priceCents) : 'free'}`,
        partPath(id),
        [description, ...specs, ...tags],
      ),
    ),
  ]
}

/** The texts in force, as their pages show them: those that staff published, or else the program's. */
async function wordEntries(db: Db): Promise<SearchEntry[]> {
  const published = new Map((await listAllPublished(db)).map(({ key, content }) => [key, content]))
  const inForce = (key: TextKey): TextDocument => published.get(key) ?? programText(key)
  const at = (key: TextKey, id: string) => `${publicPathOf(key)}#${id}`
  const guide = toGuide(inForce('process-guide'))
  const about = toAbout(inForce('about'))
  return [
    ...toGroups(inForce('faq')).flatMap(({ title, questions }) =>
      questions.map(({ id, question, answer }) => entry('question', question, title, at('faq', id), answer)),
    ),
    ...guide.steps.map(({ id, title, text, you, we }) =>
      entry('guide', title, 'Process guide', at('process-guide', id), [...text, you, we]),
    ),
    ...toLearn(inForce('learn')).topics.map(({ id, title, text }) =>
      entry('guide', title, 'Learn', at('learn', id), text),
    ),
    ...toServices(inForce('services')).map(({ id, title, description, features }) =>
      entry('service', title, 'Services', at('services', id), [
        description,
        ...(typeof features === 'string' ? [] : features),
      ]),
    ),
    ...about.principles.map(({ id, title, text }) => entry('guide', title, 'About', at('about', id), text)),
    ...policyKeys.flatMap((key) => {
      const { title: policy, sections } = inForce(key)
      return sections.map(({ id, title, paragraphs, points }) =>
        entry('policy', title, policy, at(key, id), [...paragraphs, ...points]),
      )
    }),
  ]
}

/** What the rules say of a resident of each state, as the checkout judges it today. */
async function stateEntries(db: Db, now: Date): Promise<SearchEntry[]> {
  const rules = await findKnownRules(db, now)
  const answers = {
    allowed: 'We can sell one to residents, through a dealer in the state.',
    review: 'We look at each order from here before we take it.',
    refused: 'We cannot sell one to residents.',
  }
  return states.map(({ code, name }) => {
    const { outcome } = judge({ itemClass: 'sbr', buyerState: code, dealerState: code }, rules, now)
    return entry(
      'policy',
      `${name}: short-barreled rifles`,
      answers[outcome],
      `${publicPathOf('faq')}#is-it-legal`,
      ['state law rule legal allowed', code],
    )
  })
}

const policyKeys = ['terms', 'refunds', 'privacy', 'accessibility'] as const

/** Pages that people look for by what they do there. */
const pageEntries: SearchEntry[] = [
  entry('page', 'Find your order', 'A new private link by email', '/orders/find', [
    'lost link status tracking receipt',
  ]),
  entry('page', 'Contact', 'Write to us, or ask for a quote', '/contact', [
    'phone email address hours question',
  ]),
  entry('page', 'About', 'Who makes the rifles, and how', '/about', ['license miami workshop']),
  entry('page', 'Vault registry', 'Every numbered unit and its certificate', '/vault', [
    'verify certificate number',
  ]),
  entry('page', 'Compare builds', 'Two builds side by side', '/builds/compare', []),
  entry('page', 'Instructors', 'Who teaches the classes', '/ccw-training/instructors', []),
  entry('page', 'Mail preferences', 'Choose or stop our emails', '/subscriptions', [
    'unsubscribe newsletter waitlist stop',
  ]),
]

/** A badge's capitals as the beginning of a sentence. */
function sentenceCase(capitals: string): string {
  return capitals.slice(0, 1) + capitals.slice(1).toLowerCase()
}

/** Sentences cite claims by keys in braces, which nobody searches for. */
function entry(
  kind: SearchKind,
  title: string,
  about: string,
  path: string,
  said: readonly (string | null)[],
): SearchEntry {
  return {
    kind,
    title,
    about,
    path,
    text: said
      .filter(Boolean)
      .join(' ')
      .replaceAll(/\{[^}]*\}/g, ' '),
  }
}
