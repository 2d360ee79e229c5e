import type { Shop } from '#app/http/context.server.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { finishDocument, openDocument } from '#app/pdf/document.server.ts'
import type { Drawing } from '#app/pdf/drawing.server.ts'
import { writeChapter } from '#app/pdf/page-flow.server.ts'
import type { Block } from '#app/pdf/blocks.server.ts'
import { inks, openGuide } from '#app/pdf/page-styles.server.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { guideWords, type ProcessStep } from '../data/process.ts'
import { citationsOf } from '../../claims/rules.ts'
import { type Cited, type CitedClaim, interpolateClaims, citedKeys } from '../rules.ts'
import { type Guide, guideSentences, toGuide } from '../rules/page-texts.ts'
import { findCited, findPageText } from '../store.server.ts'
import { formsDrawing, reviewDrawing, rifleDrawing, suppressorDrawing } from './guide-drawings.server.ts'

/** Raise it when the layout changes, so that no cached file is served. */
const layoutVersion = '2'

/** The guide's words in force, and the claims that they cite. */
export async function findGuide(
  shop: Pick<Shop, 'db' | 'timeZone' | 'now'>,
): Promise<{ words: Guide; cited: Cited }> {
  const words = toGuide(await findPageText(shop.db, 'process-guide'))
  return { words, cited: await findCited(shop, guideSentences(words)) }
}

/** The guide with these words and claims: a name that changes with the content, and a function that writes it. */
export function writeProcessGuide(words: Guide, cited: Cited, publicUrl: string) {
  const content = JSON.stringify([layoutVersion, words, guideWords, cited, publicUrl])
  return { name: `process-guide-${fingerprint(content)}`, write: () => write(words, cited, publicUrl) }
}

async function write(words: Guide, cited: Cited, publicUrl: string): Promise<Buffer> {
  const claims = citedKeys(guideSentences(words)).flatMap((key) => cited[key] ?? [])
  const checked = claims.map(({ reviewedOn }) => reviewedOn).toSorted()
  const lastDay = checked.at(-1) ?? '2026-01-01'
  const { title, lead } = words
  const { subject } = guideWords
  const at = new Date(`${lastDay}T12:00:00Z`)
  const document = openDocument({ title: siteTitle(title), subject, at })
  const notes = [asOf(checked), `${publicUrl}/process-guide`, guideWords.notice]
  const guide = openGuide(document, { title, lead, notes, drawing: cover })
  words.steps.forEach((step, index) => {
    const figure: Block[] = drawingOf(step.id, cited)
    writeChapter(
      guide,
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
      { number: index + 1, isUnbroken: true },
    )
  })
  writeChapter(
    guide,
    words.bonus.title,
    [
      ...paragraphs(words.bonus.text, cited),
      { kind: 'points', points: words.bonus.points },
      { kind: 'figure', drawing: suppressorDrawing(inks.day, guideWords.drawings.suppressor), width: 360 },
    ],
    { isUnbroken: true },
  )
  const sources: Block[] = [{ kind: 'text', text: guideWords.sourcesLead }, ...claims.map(sourceOf)]
  writeChapter(guide, guideWords.sourcesTitle, sources)
  return Buffer.from(await finishDocument(document))
}

const cover = rifleDrawing(inks.night, guideWords.drawings.cover, { engraved: true, dimensions: true })

function drawingOf(id: ProcessStep['id'], cited: Cited): Block[] {
  const alt = guideWords.drawings
  const figures: Partial<Record<ProcessStep['id'], Drawing>> = {
    design: rifleDrawing(inks.day, alt.design, { chosen: ['upper', 'handguard'] }),
    register: rifleDrawing(inks.day, alt.register, { engraved: true }),
    'form-4': formsDrawing(inks.day, alt.forms),
    review: reviewDrawing(inks.day, alt.review, cited['review.form4']?.figure),
  }
  const drawing = figures[id]
  if (!drawing) return []
  return [{ kind: 'figure', drawing, width: id === 'form-4' ? 230 : 270 }]
}

function paragraphs(texts: readonly string[], cited: Cited): Block[] {
  return interpolateClaims(texts, cited).map((text) => ({ kind: 'text', text }))
}

function asOf(days: readonly string[]): string {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return guideWords.undated
  const span =
    first === last ? formatCalendarDate(last) : `${formatCalendarDate(first)} to ${formatCalendarDate(last)}`
  return `Law, tax and waiting times as of ${span}.`
}

function sourceOf({ text, source, reviewedOn }: CitedClaim): Block {
  const url = citationsOf(source).addresses[0]
  const note = `As of ${formatCalendarDate(reviewedOn)}. ${source}`.trim()
  return { kind: 'source', text, note, ...(url && { url }) }
}
