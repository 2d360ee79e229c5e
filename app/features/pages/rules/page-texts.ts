// The information pages whose words staff may write anew: the program's words as texts, and written texts as their pages need them.
import type { TextDocument, TextKey, TextSection } from '#app/features/texts/rules.ts'
import { credentials, topics, type Topic } from '../data/learn.ts'
import { guideWords, type ProcessStep, processSteps, suppressorReady } from '../data/process.ts'
import { type Service, services } from '../data/services.ts'
import { aboutDocument, frontLacks, homeDocument, part } from './front-texts.ts'

/** The texts of information pages. */
export type PageTextKey = Extract<TextKey, 'services' | 'learn' | 'process-guide' | 'home' | 'about'>

/** A written page without its head. */
type Body = Pick<TextDocument, 'figures' | 'sections'>

/** The groups of the page that explains. */
const learnGroups = { topics: 'The paperwork, explained', credentials: 'Our credentials' } as const

/** The anchor of the part after the steps of the guide. */
const bonus = 'bonus'

/** The words that came with the program. */
export const pageDocuments: Record<PageTextKey, TextDocument> = {
  home: homeDocument,
  about: aboutDocument,
  services: {
    title: 'Services',
    lead: 'Gunsmithing, training and paperwork. Everything we do for our own rifles, we do for yours.',
    description:
      'Courses, gunsmithing, barrel pin and weld, transfers and filing, consulting and maintenance plans from a licensed manufacturer in Miami, Florida.',
    figures: [],
    sections: services.map(({ id, title, description, features, call }) =>
      part(id, title, {
        paragraphs: [description],
        points: typeof features === 'string' ? [] : [...features],
        links: [{ ...call }],
      }),
    ),
  },
  learn: {
    title: 'What is a short-barreled rifle?',
    lead: 'A rifle with a barrel under 16 inches or an overall length under 26 inches. Two measurements, and everything else on this page follows from them.',
    description:
      'Barrel under 16 inches or overall length under 26 inches: the two lengths drawn to scale, with Form 4, Form 1, trusts and waiting times explained.',
    figures: [],
    sections: [
      part('topics', learnGroups.topics, {
        level: 1,
        paragraphs: ['Four things people ask about before they ask about anything else.'],
      }),
      ...topics.map(({ id, title, text }) => part(id, title, { paragraphs: [...text] })),
      part('credentials', learnGroups.credentials, { level: 1 }),
      ...credentials.map(({ title, text }, at) =>
        part(`credential-${at + 1}`, title, { paragraphs: [text] }),
      ),
    ],
  },
  'process-guide': {
    title: guideWords.title,
    lead: guideWords.lead,
    description:
      'From the drawing to your dealer’s counter in five steps: design, registration under our manufacturer license, Form 4, ATF review, delivery.',
    figures: [],
    sections: [
      ...processSteps.map(({ id, title, text, you, we }) =>
        part(id, title, { paragraphs: [...text], table: { head: ['You', 'We'], rows: [[you, we]] } }),
      ),
      part(bonus, suppressorReady.title, {
        paragraphs: [...suppressorReady.text],
        points: [...suppressorReady.points],
      }),
    ],
  },
}

/** Is this the text of an information page? */
export function isPageText(key: TextKey): key is PageTextKey {
  return Object.hasOwn(pageDocuments, key)
}

/** The services of a written page. One that the program does not know has the drawing of the bench. */
export function toServices({ sections }: Body): Service[] {
  return sections.map(({ id, title, paragraphs, points, links }) => {
    const known = services.find((service) => service.id === id)
    return {
      id,
      title,
      drawing: known?.drawing ?? 'bench',
      description: paragraphs.join(' '),
      features: points.length === 0 && known?.features === 'of the course' ? known.features : points,
      call: links[0] ?? { label: 'Contact Us', to: '/contact' },
    }
  })
}

/** The topics and credentials of the page that explains. */
export function toLearn({ sections }: Body) {
  const groups: { id: string; title: string; lead: string; parts: TextSection[] }[] = []
  for (const section of sections)
    if (section.level === 1)
      groups.push({
        id: section.id,
        title: section.title,
        lead: section.paragraphs.join(' '),
        parts: [],
      })
    else groups.at(-1)?.parts.push(section)
  const of = (wanted: string) => groups.find(({ id }) => id === wanted)
  const explained = of('topics')
  const proven = of('credentials')
  return {
    topicsTitle: explained?.title ?? learnGroups.topics,
    topicsLead: explained?.lead ?? '',
    topics: (explained?.parts ?? []).map(
      ({ id, title, paragraphs, points }): Topic => ({ id, title, text: [...paragraphs, ...points] }),
    ),
    credentialsTitle: proven?.title ?? learnGroups.credentials,
    credentials: (proven?.parts ?? []).map(({ title, paragraphs }) => ({
      title,
      text: paragraphs.join(' '),
    })),
  }
}

/** The guide's words: five steps, and their background. */
export type Guide = {
  title: string
  lead: string
  steps: ProcessStep[]
  bonus: { title: string; text: string[]; points: string[] }
}

/** The steps of a written guide, by the anchors that its drawings belong to. */
export function toGuide({ title, lead, sections }: Body & Pick<TextDocument, 'title' | 'lead'>): Guide {
  const last = sections.find(({ id }) => id === bonus)
  return {
    title,
    lead,
    steps: processSteps.flatMap(({ id }): ProcessStep[] => {
      const step = sections.find((section) => section.id === id)
      const [you = '', we = ''] = step?.table?.rows[0] ?? []
      return step ? [{ id, title: step.title, text: step.paragraphs, you, we }] : []
    }),
    bonus: {
      title: last?.title ?? suppressorReady.title,
      text: last?.paragraphs ?? [],
      points: last?.points ?? [],
    },
  }
}

/** Every sentence of a guide, for the claims that they cite. */
export function guideSentences({ steps, bonus: last }: Guide): string[] {
  return [...steps.flatMap(({ text }) => text), ...last.text]
}

/** What the page of a written text needs besides being readable: sentences for whoever publishes it. */
export function pageLacks(key: PageTextKey, { figures, sections }: Body): string[] {
  if (key === 'home' || key === 'about') return frontLacks(key, { figures, sections })
  const noFigures = figures.length > 0 ? ['This page has no figures.'] : []
  const anchors = sections.map(({ id }) => id).join(' ')
  if (key === 'learn') {
    const groups = sections.filter(({ level }) => level === 1).map(({ id }) => id)
    return [
      ...noFigures,
      ...(groups.join(' ') === 'topics credentials'
        ? []
        : ['It has two groups: # with the anchor {#topics}, and # with {#credentials}.']),
    ]
  }
  const noGroups = sections.some(({ level }) => level === 1) ? ['It has parts (##), no groups.'] : []
  if (key === 'services')
    return [
      ...noFigures,
      ...noGroups,
      ...sections
        .filter(({ links, paragraphs }) => links.length !== 1 || paragraphs.length === 0)
        .map(({ title }) => `${title} needs a paragraph and one link.`),
    ]
  const wanted = [...processSteps.map(({ id }) => id), bonus].join(' ')
  return [
    ...noFigures,
    ...noGroups,
    ...(anchors === wanted ? [] : [`Its parts are, in this order: ${wanted}.`]),
    ...sections
      .filter(({ id, table }) => id !== bonus && (table?.head.length !== 2 || table.rows.length !== 1))
      .map(({ title }) => `${title} needs the table | You | We | with one row.`),
  ]
}
