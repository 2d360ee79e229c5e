import type { Shop } from '#app/http/context.server.ts'
import { largestClass, registeredCourse } from '../../courses/rules.ts'
import { listCourses, listSessions } from '../../courses/store/sessions.server.ts'
import { bookingSummary } from '../../courses/words.ts'
import { findPhotos, listCovers } from '../../photos/store.server.ts'
import type { TextDocument } from '../../texts/rules.ts'
import { definition } from '../data/learn.ts'
import { serviceCalls } from '../data/services.ts'
import { toAbout } from '../rules/front-texts.ts'
import { guideSentences, toGuide, toLearn, toServices } from '../rules/page-texts.ts'
import { findCited } from '../store.server.ts'
import { measuredRifles } from './page-drawings.server.ts'
import { drawPrinciples, drawProcess, drawServices, drawWordmark } from './page-sketches.server.ts'

export type ServicesView = Awaited<ReturnType<typeof showServices>>
export type LearnView = Awaited<ReturnType<typeof showLearn>>
export type AboutView = Awaited<ReturnType<typeof showAbout>>
export type ProcessGuideView = Awaited<ReturnType<typeof showGuide>>

/** The services page with these words. */
export async function showServices(shop: Shop, text: TextDocument) {
  const [cited, courses, sessions, photos, covers] = await Promise.all([
    findCited(shop, ['{limit.barrel} {limit.overall}']),
    listCourses(shop.db, shop.now()),
    listSessions(shop.db, shop.now()),
    findPhotos(shop, 'page', 'services'),
    listCovers(shop, 'service'),
  ])
  const course = courses.find(({ slug }) => slug === registeredCourse)
  const { title, lead, description } = text
  return {
    publicUrl: shop.publicUrl,
    title,
    lead,
    description,
    services: toServices(text),
    drawings: drawServices(cited),
    photos,
    covers,
    calls: serviceCalls,
    courseFeatures: course ? bookingSummary(course, largestClass(sessions, course.slug)) : [],
  }
}

/** The page that explains, with these words. */
export async function showLearn(shop: Shop, text: TextDocument) {
  const { title, lead, description } = text
  const parts = toLearn(text)
  const cited = await findCited(shop, [...definition, ...parts.topics.flatMap((topic) => topic.text)])
  return {
    publicUrl: shop.publicUrl,
    title,
    lead,
    description,
    definition,
    ...parts,
    cited,
    rifles: measuredRifles(),
  }
}

/** The process guide with these words. */
export async function showGuide(shop: Shop, text: TextDocument) {
  const guide = toGuide(text)
  const cited = await findCited(shop, guideSentences(guide))
  return {
    publicUrl: shop.publicUrl,
    description: text.description,
    guide,
    cited,
    drawings: drawProcess(cited['review.form4']?.figure),
  }
}

/** The page about the shop with these words. */
export async function showAbout(shop: Shop, text: TextDocument) {
  const { title, lead, description } = text
  const parts = toAbout(text)
  const [cited, photos] = await Promise.all([
    findCited(
      shop,
      parts.principles.flatMap((principle) => principle.text),
    ),
    findPhotos(shop, 'page', 'about'),
  ])
  return {
    publicUrl: shop.publicUrl,
    title,
    lead,
    description,
    ...parts,
    cited,
    photos,
    drawings: drawPrinciples(cited),
    wordmark: drawWordmark(),
  }
}
