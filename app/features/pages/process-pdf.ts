import { type Shop, shopContext } from '#app/http/context.server.ts'
import { isNotModified } from '#app/http/json-response.server.ts'
import { brand, siteTitle } from '#app/kit/brand.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { fingerprint } from '#app/kit/ids.ts'
import type { Block } from '#app/pdf/blocks.server.ts'
import { finishDocument, openDocument } from '#app/pdf/document.server.ts'
import type { Drawing, PaintedPath } from '#app/pdf/drawing.server.ts'
import { writeChapter } from '#app/pdf/page-flow.server.ts'
import { inks, openGuide, type Inks } from '#app/pdf/page-styles.server.ts'
import { citationsOf } from '../claims/rules.ts'
import { pointsOf, rowsOf, sentencesOf, tableOf, type Text } from '../texts/rules.ts'
import { showText } from '../texts/shown.server.ts'
import type { Cited, CitedClaim } from './rules.ts'
import type { Route } from './+types/process-pdf'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Sheet, renderBlueprint } from '#app/art/blueprint/blueprint.ts'
import { type Build, type PartStep, STARTING_BUILDS } from '#app/art/blueprint/build.ts'
import { printedPaths } from '#app/art/blueprint/printed-paths.ts'
import { FormsSketch, ReviewScale } from './components/drawings.tsx'

const build: Build = { ...STARTING_BUILDS.ar15, accessories: ['light'] }
const frame = { x: -18.6, y: -4.2, width: 32.4, height: 12.6 }

function rifleDrawing(
  inks: Inks,
  alt: string,
  options: { chosen?: readonly PartStep[]; engraved?: boolean; dimensions?: boolean } = {},
): Drawing {
  const { chosen, engraved, dimensions = false } = options
  const sheetFrame = dimensions ? { x: -19, y: -4.4, width: 33.4, height: 15 } : frame
  const sheet = renderBlueprint(engraved ? { ...build, engravedNumber: '017' } : build, {
    pxPerInch: 24,
    dimensions,
    limits: false,
    frame: sheetFrame,
    letteringPx: 11,
    ...(chosen && { chosen }),
  })
  return sheetDrawing(sheet, inks, alt)
}

function suppressorDrawing(inks: Inks, alt: string): Drawing {
  const sheet = renderBlueprint(
    { ...STARTING_BUILDS.ar15, suppressor: true },
    { pxPerInch: 40, dimensions: false, frame: { x: -0.2, y: -2, width: 18, height: 4 } },
  )
  const isMuzzleEnd = ({ step }: { step: PartStep }) => ['handguard', 'barrel', 'muzzle'].includes(step)
  const cropped = {
    ...sheet,
    layers: sheet.layers.filter(isMuzzleEnd),
    contours: sheet.contours.filter(isMuzzleEnd),
  }
  return sheetDrawing(cropped, inks, alt)
}

function formsDrawing(inks: Inks, alt: string): Drawing {
  return draftDrawing(createElement(FormsSketch), { width: 400, height: 210, inks, alt })
}

function reviewDrawing(inks: Inks, alt: string, figure: string | undefined): Drawing {
  return draftDrawing(createElement(ReviewScale, { figure }), { width: 600, height: 175, inks, alt })
}

function sheetDrawing(sheet: Sheet, inks: Inks, alt: string): Drawing {
  return { alt, frame: sheet.frame, paths: (scale) => printedPaths(sheet, inks, scale) }
}

/** A sketch of the site: paths and styles are taken from its markup and class names. */
function draftDrawing(
  drawing: ReactElement,
  { width, height, inks, alt }: { width: number; height: number; inks: Inks; alt: string },
): Drawing {
  const markup = renderToStaticMarkup(drawing)
  const paths = [...markup.matchAll(/<path class="([a-z-]+)" d="([^"]+)"/g)]
  return {
    alt,
    frame: { x: 0, y: 0, width, height },
    paths(scale) {
      const styles: Record<string, Omit<PaintedPath, 'd'>> = {
        'draft-line': { stroke: inks.ink, width: 0.8 / scale },
        'draft-fine': { stroke: inks.ink, width: 0.5 / scale, opacity: 0.5 },
        'draft-accent': { stroke: inks.accent, width: 1.4 / scale },
        'draft-arrow': { fill: inks.ink },
        'draft-text': { stroke: inks.ink, width: 0.8 / scale },
      }
      return paths.map(([, className = '', d = '']) => ({ d, ...styles[className] }))
    },
  }
}

/** Raise it when the layout or a word of this file changes, so that no cached file is served. */
const layoutVersion = '3'

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { text, cited } = await findGuide(shop)
  const name = `process-guide-${fingerprint(JSON.stringify([layoutVersion, text, cited, shop.publicUrl]))}`
  const etag = `"${name}"`
  const headers = {
    ETag: etag,
    'Content-Type': 'application/pdf',
    'Content-Disposition': 'inline; filename="paco-process-guide.pdf"',
    'Cache-Control': 'public, max-age=300',
  }
  if (isNotModified(request.headers.get('If-None-Match'), etag))
    return new Response(null, { status: 304, headers })
  const file = await shop.artwork.file(`${name}.pdf`, () => write(text, cited, shop.publicUrl))
  return new Response(new Uint8Array(file), { headers })
}

export function findGuide(shop: Pick<Shop, 'db' | 'timeZone' | 'now'>) {
  return showText(shop, 'process-guide')
}

async function write({ title, lead, parts }: Text, cited: Cited, publicUrl: string): Promise<Buffer> {
  const claims = Object.values(cited).filter((claim) => claim !== undefined)
  const checked = claims.map(({ reviewedOn }) => reviewedOn).toSorted()
  const at = new Date(`${checked.at(-1) ?? '2026-01-01'}T12:00:00Z`)
  const subject = `How you get a short-barreled rifle from ${brand}, in five steps, with dated sources.`
  const document = openDocument({ title: siteTitle(title), subject, at })
  const notes = [asOf(checked), `${publicUrl}/process-guide`, 'General information, not legal advice.']
  const guide = openGuide(document, { title, lead, notes, drawing: cover })
  for (const [index, { id, title: heading, blocks }] of parts.entries()) {
    const paragraphs = sentencesOf(blocks.filter(({ type }) => type === 'paragraph'))
    const tasks = tableOf(blocks)
    const points = pointsOf(blocks)
    const drawing = drawingOf(id, cited)
    const content: Block[] = [
      ...paragraphs.map((text): Block => ({ kind: 'text', text })),
      ...(tasks
        ? [
            {
              kind: 'terms' as const,
              terms: tasks.header.map(({ text }, cell) => ({
                term: text,
                text: rowsOf(tasks)[0]?.[cell] ?? '',
              })),
            },
          ]
        : []),
      ...(points.length > 0 ? [{ kind: 'points' as const, points }] : []),
      ...(drawing ? [{ kind: 'figure' as const, ...drawing }] : []),
    ]
    writeChapter(guide, heading, content, {
      ...(id !== 'bonus' && { number: index + 1 }),
      isUnbroken: true,
    })
  }
  const sourcesLead =
    'All laws, taxes and wait times in this guide, with their sources and the dates we last checked them. The online version always shows current figures.'
  writeChapter(guide, 'Figures and sources', [{ kind: 'text', text: sourcesLead }, ...claims.map(sourceOf)])
  return Buffer.from(await finishDocument(document))
}

const cover = rifleDrawing(
  inks.night,
  'Side view of the rifle, illustration: barrel 10.3 inches, overall 27.6 inches.',
  { engraved: true, dimensions: true },
)

function drawingOf(id: string, cited: Cited): { drawing: Drawing; width: number } | undefined {
  const ink = inks.day
  switch (id) {
    case 'design':
      return {
        drawing: rifleDrawing(
          ink,
          'The rifle in phantom line, its upper receiver and handguard chosen and drawn in ink.',
          { chosen: ['upper', 'handguard'] },
        ),
        width: 270,
      }
    case 'register':
      return {
        drawing: rifleDrawing(ink, 'The whole rifle in ink, its receiver engraved.', { engraved: true }),
        width: 270,
      }
    case 'form-4':
      return {
        drawing: formsDrawing(ink, 'Three forms in a row: Form 2, Form 3 and, marked as yours, Form 4.'),
        width: 230,
      }
    case 'review':
      return {
        drawing: reviewDrawing(
          ink,
          'A scale of days with the span that a review usually takes.',
          cited['review.form4']?.figure,
        ),
        width: 270,
      }
    case 'bonus':
      return {
        drawing: suppressorDrawing(ink, 'The end of the barrel, a suppressor in phantom line before it.'),
        width: 360,
      }
    default:
      return undefined
  }
}

function asOf(days: readonly string[]): string {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return 'Ask us for current figures.'
  const span =
    first === last ? formatCalendarDate(last) : `${formatCalendarDate(first)} to ${formatCalendarDate(last)}`
  return `Law, tax and waiting times as of ${span}.`
}

function sourceOf({ text, source, reviewedOn }: CitedClaim): Block {
  const url = citationsOf(source).addresses[0]
  const note = `As of ${formatCalendarDate(reviewedOn)}. ${source}`.trim()
  return { kind: 'source', text, note, ...(url && { url }) }
}
