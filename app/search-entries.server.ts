import { countOf } from '#app/kit/text.ts'
import { cachedQuery } from './db/cached-query.server.ts'
import type { Db } from './db/db.server.ts'
import { type ClosedPages, isOpenPage } from './facts/sections.ts'
import { listAccessories } from './features/accessories/store.server.ts'
import { readCatalog } from './features/builds/store.server.ts'
import { partPath, platformPath } from './features/builds/rules/build-address.ts'
import { stepWords } from './features/builds/words.ts'
import { judge } from './features/compliance/rules.ts'
import { states } from './features/compliance/rules/states.ts'
import { findKnownRules } from './features/compliance/store/state-rules.server.ts'
import { listCourses } from './features/courses/store/sessions.server.ts'
import { dropPath, patchPath } from './features/drops/rules.ts'
import { windowWords } from './features/drops/small-batch.ts'
import { listNewestDrops, listWindows } from './features/drops/store/drops.server.ts'
import { listPatchNames } from './features/drops/store/patches.server.ts'
import { statusWords } from './features/drops/words.ts'
import { principles } from './features/pages/about.tsx'
import { parseText, sentencesOf, type TextKey } from './features/texts/rules.ts'
import { programText } from './features/texts/shown.server.ts'
import { listAllPublished } from './features/texts/store.server.ts'
import { listTrustPackages } from './features/trust/packs.server.ts'
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
  const [drops, windows] = await Promise.all([
    listNewestDrops(db, now, { max: maxDrops }),
    listWindows(db, now),
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
    ...windows.map((drop) =>
      entry(
        'release',
        `${drop.name}, small batch`,
        `${windowWords(drop)}, ${statusWords[drop.status].windowPhrase}`,
        dropPath(drop),
        [drop.tagline, drop.description, drop.story],
      ),
    ),
  ]
}

async function goodsEntries(db: Db, now: Date): Promise<SearchEntry[]> {
  const [accessories, patches, courses, packs] = await Promise.all([
    listAccessories(db, now, maxGoods),
    listPatchNames(db, maxGoods),
    listCourses(db),
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
    ...patches.map(({ name, description, dropName, slug }) =>
      entry('accessory', name, `Patch, ${dropName}`, patchPath(slug), [description]),
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
    ...parts.map(({ name, step, priceCents, description, specs, tags, ...part }) =>
      entry(
        'part',
        name,
        `${stepWords[step].label}, ${priceCents ? formatCents(priceCents) : 'free'}`,
        partPath({ step, ...part }),
        [description, ...specs, ...tags],
      ),
    ),
  ]
}

async function wordEntries(db: Db): Promise<SearchEntry[]> {
  const published = new Map((await listAllPublished(db)).map(({ key, markdown }) => [key, markdown]))
  const partsOf = (key: TextKey) => {
    const text = parseText(published.get(key) ?? programText(key))
    let group = text.title
    return text.parts.flatMap(({ level, id, title, blocks }) => {
      const hasParts = level === 2 && text.parts.some((part) => part.level === 3)
      if (hasParts) group = title
      return hasParts ? [] : [{ group, title, path: `/${key}#${id}`, words: sentencesOf(blocks) }]
    })
  }
  const entries = (kind: SearchKind, key: TextKey, about?: string) =>
    partsOf(key).map(({ group, title, path, words }) => entry(kind, title, about ?? group, path, words))
  return [
    ...entries('question', 'faq'),
    ...entries('guide', 'process-guide', 'Process guide'),
    ...entries('guide', 'learn', 'Learn'),
    ...entries('service', 'services'),
    ...principles.map(({ title, text }) =>
      entry('guide', title, 'About', `/about#${title.toLowerCase()}`, text),
    ),
    ...(['terms', 'refunds', 'privacy', 'accessibility'] as const).flatMap((key) => entries('policy', key)),
  ]
}

async function stateEntries(db: Db, now: Date): Promise<SearchEntry[]> {
  const rules = await findKnownRules(db, now)
  const answers = {
    allowed: 'We can sell one to residents, through a dealer in the state.',
    review: 'We look at each order from here before we take it.',
    refused: 'We cannot sell one to residents.',
  }
  return states.map(({ code, name }) => {
    const { outcome } = judge({ itemClass: 'sbr', buyerState: code, dealerState: code }, rules, now)
    return entry('policy', `${name}: short-barreled rifles`, answers[outcome], '/faq#is-it-legal', [
      'state law rule legal allowed',
      code,
    ])
  })
}

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
