// The words of the home page and of the page about the shop, as texts, and written texts as those pages need them.
import type { TextDocument, TextSection } from '#app/features/texts/rules.ts'
import { brand } from '#app/kit/brand.ts'
import { type PrincipleDrawing, principles } from '../data/about.ts'

/** A written page without its head. */
type Body = Pick<TextDocument, 'figures' | 'sections'>

/** A part of a text with nothing in it but what is given. */
export const part = (id: string, title: string, content: Partial<TextSection> = {}): TextSection => ({
  level: 2,
  id,
  title,
  paragraphs: [],
  points: [],
  table: null,
  links: [],
  ...content,
})

/** The parts of the home page below its hero, with the words that came with the program. */
const homeParts = {
  facts: {
    title: 'Facts',
    lead: '',
    points: [
      'Licensed manufacturer and dealer',
      'Forms filed on site, with status updates',
      'Every build test-fired before it ships',
    ],
  },
  'small-batch': {
    title: 'Small-Batch Specs',
    lead: 'Three lines, three build windows. A window closes when its last slot is taken.',
    points: [],
  },
  training: {
    title: 'CCW Training',
    lead: 'The deposit is refundable up to 48 hours before class.',
    points: [],
  },
  vault: { title: 'The Vault', lead: 'Past drops. Numbers are never reused.', points: [] },
  loop: { title: 'Stay in the Loop', lead: 'One email when a drop opens, and little else.', points: [] },
  build: {
    title: 'Your Build. Your Rules. Start Today.',
    lead: 'Join thousands of builders creating their perfect SBR configuration.',
    points: [],
  },
} as const

type HomePart = keyof typeof homeParts
const homePartIds = Object.keys(homeParts) as HomePart[]

/** The home page’s text as it came with the program. */
export const homeDocument: TextDocument = {
  title: 'Every one is numbered.',
  lead: 'Limited runs of engraved rifles, built under federal license in Miami. We file our part of the transfer. You pick up at your dealer once it’s approved.',
  description:
    'Limited runs of engraved rifles, individually numbered and built under federal license in Miami, Florida. Pick yours up at your dealer once the transfer is approved.',
  figures: [],
  sections: homePartIds.map((id) => {
    const { title, lead, points } = homeParts[id]
    return part(id, title, { paragraphs: lead ? [lead] : [], points: [...points] })
  }),
}

/** The words of the home page: its hero, and each part's title, sentence and points. */
export type HomeWords = { title: string; lead: string } & Record<
  HomePart,
  { title: string; lead: string; points: readonly string[] }
>

/** The words of a written home page. What it lacks is as it came with the program. */
export function toHome({ title, lead, sections }: TextDocument): HomeWords {
  const parts = homePartIds.map((id) => {
    const section = sections.find((each) => each.id === id)
    return [
      id,
      section
        ? { title: section.title, lead: section.paragraphs.join(' '), points: section.points }
        : homeParts[id],
    ]
  })
  return { title, lead, ...Object.fromEntries(parts) } as HomeWords
}

/** A principle with its drawing. `id` is its anchor. */
type AboutPrinciple = { id: string; title: string; drawing: PrincipleDrawing; text: string[] }

const aboutGroups = { principles: 'Three principles', 'one-line': 'One line per unit.' } as const

/** The text about the shop as it came with the program. */
export const aboutDocument: TextDocument = {
  title: `About ${brand}`,
  lead: 'Our mission is to build rifles that are made once, numbered once and understood by the people who own them: engraved in Miami under federal license, transferred by the book, and explained in plain English.',
  description: `${brand} is a licensed firearm manufacturer and dealer in Miami, Florida. Short runs, one number on each, and three principles: precision, compliance, education.`,
  figures: [],
  sections: [
    part('principles', aboutGroups.principles, { level: 1 }),
    ...principles.map(({ title, text }) => part(title.toLowerCase(), title, { paragraphs: [...text] })),
    part('one-line', aboutGroups['one-line'], {
      level: 1,
      paragraphs: [
        'Every manufacturer has to engrave its receivers. Most hide the mark. We made it the whole idea: a drop is a drawing, and the drawing has exactly as many lines as there are rifles.',
        'Your line is lit while it’s open, dashed while it’s on hold, and yours once you reserve it. When the last one is taken, the drawing is complete and goes into the vault with its numbers.',
      ],
    }),
  ],
}

/** The parts of a written page about the shop. A principle keeps the drawing of its anchor. */
export function toAbout({ sections }: Body) {
  const group = (id: keyof typeof aboutGroups) => sections.find((section) => section.id === id)
  return {
    principlesTitle: group('principles')?.title ?? aboutGroups.principles,
    principles: principles.flatMap(({ title, drawing }): AboutPrinciple[] => {
      const written = sections.find(({ id }) => id === title.toLowerCase())
      return written ? [{ id: written.id, title: written.title, drawing, text: written.paragraphs }] : []
    }),
    storyTitle: group('one-line')?.title ?? aboutGroups['one-line'],
    story: group('one-line')?.paragraphs ?? [],
  }
}

/** What a written home page or page about the shop needs besides being readable. */
export function frontLacks(key: 'home' | 'about', { figures, sections }: Body): string[] {
  const wanted = (key === 'home' ? homeDocument : aboutDocument).sections
  const shape = (parts: readonly TextSection[]) => parts.map(({ level, id }) => `${level} ${id}`).join(', ')
  const order = wanted.map(({ level, id }) => `${'#'.repeat(level)} {#${id}}`).join(', ')
  return [
    ...(figures.length > 0 ? ['This page has no figures.'] : []),
    ...(shape(sections) === shape(wanted) ? [] : [`Its parts are, in this order: ${order}.`]),
    ...sections
      .filter(({ id, points }) => id === 'facts' && points.length !== 3)
      .map(({ title }) => `${title} needs three points.`),
  ]
}
