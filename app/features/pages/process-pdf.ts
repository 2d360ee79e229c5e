import { renderBlueprint } from '#app/art/blueprint/blueprint.ts'
import { STARTING_BUILDS } from '#app/art/blueprint/build.ts'
import { printedPaths } from '#app/art/blueprint/printed-paths.ts'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { isNotModified } from '#app/http/responses.server.ts'
import { brand } from '#app/kit/brand.ts'
import { formatCalendarDate } from '#app/kit/dates.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { type Block, inks, writeSheet } from '#app/pdf/sheet.server.ts'
import { pointsOf, rowsOf, sentencesOf, tableOf, type Text } from '../texts/rules.ts'
import { showText } from '../texts/shown.server.ts'
import type { Cited } from './rules.ts'
import { sourceNotes } from './store.server.ts'
import type { Route } from './+types/process-pdf'

/** Raise it when the layout or a word of this file changes, so that no cached file is served. */
const layoutVersion = '4'

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
  const head = {
    title,
    subject: `How you get a short-barreled rifle from ${brand}, in five steps, with dated sources.`,
    at: new Date(`${checked.at(-1) ?? '2026-01-01'}T12:00:00Z`),
    lead: `${lead} ${asOf(checked)}`,
    foot: `${publicUrl}/process-guide. General information, not legal advice.`,
  }
  const chapters = parts.map(({ id, title: heading, blocks }, index) => ({
    title: id === 'bonus' ? heading : `${index + 1}. ${heading}`,
    blocks: [...sentencesOf(blocks.filter(({ type }) => type === 'paragraph')), ...pointsOf(blocks)]
      .map((text): Block => ({ kind: 'text', text }))
      .concat(tasksOf(blocks), id === 'register' ? rifle : []),
  }))
  const sourcesLead =
    'All laws, taxes and wait times in this guide, with their sources and the dates we last checked them. The online version always shows current figures.'
  const sources: Block[] = [{ kind: 'text', text: sourcesLead }, ...sourceNotes(claims)]
  return Buffer.from(await writeSheet(head, [...chapters, { title: 'Figures and sources', blocks: sources }]))
}

/** What the buyer does and what we do. */
function tasksOf(blocks: Text['parts'][number]['blocks']): Block[] {
  const table = tableOf(blocks)
  if (!table) return []
  const terms = table.header.map(({ text: term }, cell) => ({ term, text: rowsOf(table)[0]?.[cell] ?? '' }))
  return [{ kind: 'terms', terms }]
}

const sheet = renderBlueprint(
  { ...STARTING_BUILDS.ar15, accessories: ['light'], engravedNumber: '017' },
  {
    pxPerInch: 24,
    dimensions: true,
    limits: false,
    frame: { x: -19, y: -4.4, width: 33.4, height: 15 },
    letteringPx: 11,
  },
)

const rifle: Block = {
  kind: 'figure',
  drawing: {
    alt: 'The whole rifle in ink, its receiver engraved: barrel 10.3 inches, overall 27.6 inches.',
    frame: sheet.frame,
    paths: (scale) => printedPaths(sheet, inks, scale),
  },
}

function asOf(days: readonly string[]): string {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return 'Ask us for current figures.'
  const span =
    first === last ? formatCalendarDate(last) : `${formatCalendarDate(first)} to ${formatCalendarDate(last)}`
  return `Law, tax and waiting times as of ${span}.`
}
