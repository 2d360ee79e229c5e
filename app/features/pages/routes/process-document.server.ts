import type { Shop } from '#app/http/context.server.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { createTaggedDocument } from '#app/pdf/tagged-document.server.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { guideWords, type ProcessStep, processSteps, suppressorReady } from '../data/process.ts'
import { type Cited, type CitedClaim, fillIn, keysIn } from '../rules.ts'
import { findCited } from '../store.server.ts'
import {
  formsDrawing,
  type GuideDrawing,
  reviewDrawing,
  rifleDrawing,
  suppressorDrawing,
} from './guide-drawings.server.ts'
import { type Block, papers, writeGuide } from './guide-pages.server.ts'

/** To be raised when the document's looks change, so that no kept file is handed out. */
const edition = '1'

const sentences = [...processSteps.flatMap(({ text }) => text), ...suppressorReady.text]

/** The claims that the guide cites, as they hold today. */
export function findGuideClaims(shop: Pick<Shop, 'db' | 'timeZone' | 'now'>): Promise<Cited> {
  return findCited(shop, sentences)
}

/** The guide for these claims: a name that changes with its content, and how it is written. */
export function writeProcessGuide(cited: Cited, publicUrl: string) {
  const content = JSON.stringify([edition, sentences, guideWords, cited, publicUrl])
  return { name: `process-guide-${fingerprint(content)}`, write: () => write(cited, publicUrl) }
}

async function write(cited: Cited, publicUrl: string): Promise<Buffer> {
  const claims = keysIn(sentences).flatMap((key) => cited[key] ?? [])
  const checked = claims.map(({ reviewedOn }) => reviewedOn).toSorted()
  const lastDay = checked.at(-1) ?? '2026-01-01'
  const { title, lead, subject } = guideWords
  const document = await createTaggedDocument({
    title: `${title} | PACo`,
    subject,
    author: 'PACo',
    lang: 'en-US',
    at: new Date(`${lastDay}T12:00:00Z`),
  })
  const guide = writeGuide(document, title)
  guide.cover({ title, lead, notes: [asOf(checked), `${publicUrl}/process-guide`, guideWords.notice] }, cover)
  processSteps.forEach((step, at) => {
    const figure: Block[] = drawingOf(step.id, cited)
    guide.chapter(
      step.title,
      [
        ...paragraphs(step.text, cited),
        {
          kind: 'terms',
          terms: [
            { term: 'You', text: step.you },
            { term: 'We', text: step.we },
          ],
        },
        ...figure,
      ],
      { number: at + 1 },
    )
  })
  guide.chapter(suppressorReady.title, [
    ...paragraphs(suppressorReady.text, cited),
    { kind: 'points', points: suppressorReady.points },
    { kind: 'figure', drawing: suppressorDrawing(papers.day, guideWords.drawings.suppressor), width: 360 },
  ])
  const sources: Block[] = [{ kind: 'text', text: guideWords.sourcesLead }, ...claims.map(sourceOf)]
  guide.chapter(guideWords.sourcesTitle, sources, { torn: true })
  return Buffer.from(await document.save())
}

const cover = rifleDrawing(papers.night, guideWords.drawings.cover, { engraved: true, dimensions: true })

function drawingOf(id: ProcessStep['id'], cited: Cited): Block[] {
  const alt = guideWords.drawings
  const figures: Partial<Record<ProcessStep['id'], GuideDrawing>> = {
    design: rifleDrawing(papers.day, alt.design, { chosen: ['upper', 'handguard'] }),
    register: rifleDrawing(papers.day, alt.register, { engraved: true }),
    'form-4': formsDrawing(papers.day, alt.forms),
    review: reviewDrawing(papers.day, alt.review, cited['review.form4']?.figure),
  }
  const drawing = figures[id]
  if (!drawing) return []
  return [{ kind: 'figure', drawing, width: id === 'form-4' ? 230 : 270 }]
}

function paragraphs(texts: readonly string[], cited: Cited): Block[] {
  return fillIn(texts, cited).map((text) => ({ kind: 'text', text }))
}

function asOf(days: readonly string[]): string {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return guideWords.undated
  const span =
    first === last ? formatCalendarDate(last) : `${formatCalendarDate(first)} to ${formatCalendarDate(last)}`
  return `Law, tax and waiting times as of ${span}.`
}

function sourceOf({ text, source, reviewedOn }: CitedClaim): Block {
  const url = source.match(/https?:\/\/[^\s]*[^\s.,;]/)?.[0]
  const note = `As of ${formatCalendarDate(reviewedOn)}. ${source}`
  return { kind: 'source', text, note, ...(url && { url }) }
}
