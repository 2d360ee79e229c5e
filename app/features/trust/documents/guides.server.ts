import { siteTitle } from '#app/kit/brand.ts'
import { finishDocument, openDocument } from '#app/pdf/document.server.ts'
import { writeChapter } from '#app/pdf/page-flow.server.ts'
import type { Block } from '#app/pdf/blocks.server.ts'
import { openSheet } from '#app/pdf/page-styles.server.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { type Cited, interpolateClaims, citedKeys } from '../../pages/rules.ts'
import { checklistGuide, guideNotice, type PackGuide } from '../data/guides.ts'
import { checklists } from '../data/trust.ts'
import { markingDrawing } from './marking-drawing.server.ts'

/** Every sentence of a guide, to look up the claims they cite. */
export function sentencesOf({ chapters }: PackGuide): string[] {
  return chapters.flatMap(({ text = [], terms = [] }) => [...text, ...terms.map((term) => term.text)])
}

/** Every sentence of the checklist. */
export const checklistSentences = checklists.flatMap(({ items }) => items.map(({ text }) => text))

/** A guide as a PDF, with the claims it cites and their sources. */
export async function writeGuide(guide: PackGuide, cited: Cited, at: Date): Promise<Uint8Array> {
  const { document, flow } = begin(guide, at)
  for (const { title, text = [], terms = [], figure } of guide.chapters)
    writeChapter(flow, title, [
      ...interpolateClaims(text, cited).map((words) => ({ kind: 'text' as const, text: words })),
      ...(figure === 'marking' ? [{ kind: 'figure' as const, drawing: markingDrawing }] : []),
      ...(terms.length > 0 ? [{ kind: 'terms' as const, terms: [...terms] }] : []),
    ])
  writeChapter(flow, 'Sources', sources(sentencesOf(guide), cited))
  return finishDocument(document)
}

/** The checklist as a PDF with check boxes. */
export async function writeChecklist(cited: Cited, at: Date): Promise<Uint8Array> {
  const { document, flow } = begin(checklistGuide, at)
  for (const { title, items } of checklists)
    writeChapter(flow, title, [
      {
        kind: 'boxes',
        boxes: items.map(({ id, title: point, text }) => ({
          name: id,
          title: point,
          text: interpolateClaims(sentencesIn(text), cited).join(' '),
        })),
      },
    ])
  writeChapter(flow, 'Sources', sources(checklistSentences, cited))
  return finishDocument(document)
}

function begin({ title, subject, lead }: Pick<PackGuide, 'title' | 'subject' | 'lead'>, at: Date) {
  const document = openDocument({ title: siteTitle(title), subject: `${subject}. Not legal advice.`, at })
  const flow = openSheet(document, {
    title,
    lead: `${lead} Not legal advice.`,
    foot: `${title}. General information, not legal advice.`,
  })
  return { document, flow }
}

/** Splits a text so that a claim without a source removes only its own sentence. */
function sentencesIn(text: string): string[] {
  return text.split(/(?<=[.}]) (?=[A-Z{])/)
}

function sources(sentences: readonly string[], cited: Cited): Block[] {
  const claims = [...new Set(citedKeys(sentences))].flatMap((key) => cited[key] ?? [])
  return [
    { kind: 'text', text: guideNotice },
    ...claims.flatMap(({ text, source, reviewedOn }): Block[] => [
      { kind: 'note', text: `${text} As of ${formatCalendarDate(reviewedOn)}. ${source}`.trim() },
    ]),
  ]
}
