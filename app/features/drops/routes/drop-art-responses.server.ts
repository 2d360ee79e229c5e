import { createElement } from 'react'
import { artFrames } from '#app/art/art-frames.ts'
import { artPalette } from '#app/art/art-theme.ts'
import { blueprintSvg } from '#app/art/blueprint/blueprint-svg.ts'
import { type Sheet, renderBlueprint } from '#app/art/blueprint/blueprint.ts'
import { explodedSheet } from '#app/art/blueprint/exploded.ts'
import { CaseDrawing } from '#app/art/case-drawing.tsx'
import { composeHeroSvg } from '#app/art/drop-art.ts'
import {
  numberPlace,
  receiverFrame,
  receiverWidth,
  receiverHeight,
  type ReceiverSubject,
} from '#app/art/relief/receiver-frame.ts'
import { standaloneDrawing } from '#app/art/standalone.server.ts'
import type { ArtFile, FindArt } from '#app/http/art.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { fingerprint, isUuid } from '#app/kit/ids.ts'
import { parseNumber } from '../input.ts'
import { artFiles, strokeStates, patchWidths } from '../rules.ts'
import {
  artPhase,
  artSubject,
  ownColorsOf,
  buildOf,
  rifleWords,
  receiverRevision,
  receiverSubject,
  receiverFormats,
  receiverWidths,
} from '../rules/art.ts'
import {
  artVersion,
  patchSubjects,
  receiverVersion,
  findPatchSubject,
  type PatchSubject,
} from '../store/artwork.server.ts'
import { type Drop, findDrop } from '../store/drops.server.ts'
import { dropNumberWords, stampOf } from '../words.ts'
import { drawPatchSvg } from '#app/art/patch/patch.ts'
import { runCardVeil, type RunCardWords, shareSize } from '#app/art/share-card.ts'
import { drawLit, drawRunCard, sizeLit } from '#app/art/raster.server.ts'
import { patternOf, type ReceiverPart } from '#app/art/relief/receiver.server.ts'
import { drawSurvey } from '#app/art/themes/survey.ts'

export const dropArt: FindArt = async (shop, [slug = '', file = ''], address) => {
  const drop = await findDrop(shop.db, slug, shop.now())
  return drop && dropArtFile(shop, drop, file, address)
}

type Found = ArtFile | undefined | Promise<ArtFile | undefined>
type Asked = { shop: Shop; drop: Drop; address: URL }

/** The files of a drop, each with what stands in the parentheses of its name. */
const files: readonly (readonly [
  RegExp,
  (asked: Asked, first?: string, second?: string, third?: string) => Found,
])[] = [
  [new RegExp(`^(${Object.keys(artFiles).join('|')})\\.svg$`), artwork],
  [/^case\.svg$/, caseFile],
  [/^share(?:-([1-9]\d{0,3}))?\.(?:jpg|png)$/, shareFile],
  [
    new RegExp(`^receiver-(\\d)-(${receiverWidths.join('|')})\\.(${receiverFormats.join('|')})$`),
    receiverFile,
  ],
  [/^part-(\d)(-upright)?\.svg$/, partFile],
  [/^line(?:s|-([1-9]\d{0,3}))\.svg$/, linesFile],
  [/^patch-(.+)$/, ({ shop, drop }, file = '') => patchPicture(shop, file, patchSubjects(drop, []).own)],
]

export async function dropArtFile(
  shop: Shop,
  drop: Drop,
  file: string,
  address: URL,
): Promise<ArtFile | undefined> {
  for (const [name, find] of files) {
    const [whole, ...parts] = name.exec(file) ?? []
    if (whole !== undefined) return find({ shop, drop, address }, ...parts)
  }
  return undefined
}

function artwork({ shop, drop }: Asked, name = ''): ArtFile {
  const frame = artFiles[name as keyof typeof artFiles]
  return {
    version: artVersion(drop),
    draw: () =>
      composeHeroSvg(shop.artwork.geometry(artSubject(drop), frame), strokeStates(drop.status, drop.units), {
        own: ownColorsOf(drop),
        phase: artPhase(drop.status),
        // The hero's words say it; a card has room for a stamp alone.
        stamp: (frame === 'card' && stampOf(drop, shop.timeZone)) || undefined,
      }),
  }
}

/** Its number is part of the address. */
function caseFile({ drop, address }: Asked): ArtFile {
  const { theme, totalUnits: total } = drop
  const { own } = patchSubjects(drop, [])
  const unitNumber = Math.min(parseNumber(address.searchParams.get('number')) ?? 1, total)
  const build = buildOf(rifleWords(drop, drop.variants[0]))
  return {
    version: own.version,
    draw: () =>
      standaloneDrawing(
        createElement(CaseDrawing, { build, unitNumber, total, patchText: own.bottom }),
        theme,
      ),
  }
}

async function receiverFile(
  { shop, drop }: Asked,
  place = '',
  width = '',
  format = '',
): Promise<ArtFile | undefined> {
  if (Number(place) >= Math.max(1, drop.variants.length)) return undefined
  const version = receiverVersion(drop)
  const subject = receiverSubject(drop, drop.variants[Number(place)])
  const size = { width: Number(width), format: format as ReceiverSize['format'] }
  const drawn = await receiverPicture(shop, subject, size)
  return drawn
    ? { version, contentType: `image/${format}`, draw: () => Promise.resolve(drawn) }
    : { version, isPassing: true, draw: () => receiverOutline(subject) }
}

function linesFile({ drop }: Asked, typed?: string): ArtFile | undefined {
  const number = typed === undefined ? undefined : Number(typed)
  if ((number ?? 1) > drop.totalUnits) return undefined
  const svg = receiverLines(receiverSubject(drop, drop.variants[0]), number)
  return svg === undefined ? undefined : { version: receiverVersion(drop), draw: () => svg }
}

/** One part of the exploded view, or, after the last, what is drafted between them. */
function partFile({ drop }: Asked, place = '', upright?: string): ArtFile | undefined {
  const { art, build, own } = receiverSubject(drop, drop.variants[0])
  const sheet = explodedSheet(build)
  const layer = sheet.layers[Number(place)]
  if (Number(place) > sheet.layers.length) return undefined
  const isUpright = upright !== undefined
  const one: Sheet = layer
    ? {
        frame: sheet.frame,
        contours: sheet.contours.filter(({ name }) => name === layer.name),
        layers: [layer],
        drafting: [],
      }
    : {
        ...sheet,
        contours: [],
        layers: [],
        drafting: isUpright ? sheet.drafting.filter(isAxis) : sheet.drafting,
      }
  const palette = artPalette(art.theme, own)
  const svg = blueprintSvg(one, { palette, widthPx: isUpright ? 700 : 1180, title: 'A part of the rifle' })
  return { version: receiverVersion(drop), draw: () => (isUpright ? turned(svg, sheet.frame) : svg) }
}

const isAxis = ({ className }: Sheet['drafting'][number]) => className === 'bp-axis'

function turned(svg: string, { x, y, width, height }: Sheet['frame']): string {
  return svg
    .replace(
      /viewBox="[^"]+" width="[^"]+" height="[^"]+"/,
      `viewBox="${y} ${-(x + width)} ${height} ${width}" width="${height * 20}" height="${width * 20}"`,
    )
    .replace('</title>', '</title><g transform="rotate(-90)">')
    .replace(/<\/svg>$/, '</g></svg>')
}

const place = { left: 250, top: 150 }

/** Of the run, or of one of its numbers. */
function shareFile({ shop, drop }: Asked, typed?: string): ArtFile | undefined {
  const number = typed === undefined ? undefined : Number(typed)
  if ((number ?? 1) > drop.totalUnits) return undefined
  const whole = receiverSubject(drop, drop.variants[0])
  const subject =
    number === undefined
      ? { ...whole, text: whole.text ?? (drop.status === 'live' ? `1–${drop.totalUnits}` : undefined) }
      : { ...whole, text: undefined, isTease: false }
  const words = shareWords(drop, number)
  const version = fingerprint(JSON.stringify([receiverRevision, subject, number, words]))
  return {
    version,
    contentType: 'image/jpeg',
    draw: () =>
      shop.artwork.file(`${version}.jpg`, async () => {
        const lit = await receiverOriginal(shop, subject, 'whole')
        const cut = number === undefined ? undefined : await receiverOriginal(shop, subject, { number })
        const px = receiverWidth / receiverFrame.width
        const { x, y } = numberPlace(subject.build.platform)
        const left = Math.round((x - receiverFrame.x) * px)
        const top = Math.round((y - receiverFrame.y) * px)
        const veil = runCardVeil({ ...words, theme: drop.theme, own: ownColorsOf(drop), left: place.left })
        return drawRunCard({ size: shareSize, lit, cut: cut && { input: cut, left, top }, place, veil })
      }),
  }
}

function shareWords(drop: Drop, number: number | undefined): RunCardWords {
  const { name, dropNumber, totalUnits, caliber, barrel } = drop
  const run = `Drop № ${dropNumberWords(dropNumber)}`
  return number === undefined
    ? {
        above: run,
        title: name,
        below: [`${totalUnits} numbered rifles`, caliber, barrel].filter(Boolean).join(', '),
      }
    : { above: `${run}, ${name}`, title: `№ ${number}`, below: `One of ${totalUnits}, cut once` }
}

export const patchArt: FindArt = async (shop, [id = '', file = '']) => {
  const patch = isUuid(id) ? await findPatchSubject(shop.db, id) : undefined
  return patch && patchPicture(shop, file, patch)
}

function patchPicture({ artwork }: Shop, file: string, patch: PatchSubject): ArtFile | undefined {
  const width = patchWidths.find((allowed) => file === `${allowed}.webp`)
  if (width === undefined) return undefined
  return {
    version: patch.version,
    contentType: 'image/webp',
    draw: () => artwork.image(drawPatchSvg(patch), { width, format: 'webp' }),
  }
}

type Cache = Pick<Shop, 'artwork'>
type ReceiverSize = { width: number; format: (typeof receiverFormats)[number] }

/** Where it is not drawn yet, its drawing begins, and its outline is sent meanwhile: nobody waits for light. */
async function receiverPicture(
  shop: Cache,
  subject: ReceiverSubject,
  file: ReceiverSize,
): Promise<Buffer | undefined> {
  const name = sizeName(subject, file)
  if (await shop.artwork.has(name)) return drawSize(shop, subject, file)
  void drawSize(shop, subject, file).catch(() => undefined)
  return undefined
}

export async function drawReceiver(shop: Cache, subject: ReceiverSubject, signal?: AbortSignal) {
  for (const width of receiverWidths)
    for (const format of receiverFormats) {
      if (signal?.aborted) return
      if (!(await shop.artwork.has(sizeName(subject, { width, format }))))
        await drawSize(shop, subject, { width, format })
    }
}

function drawSize(shop: Cache, subject: ReceiverSubject, size: ReceiverSize) {
  return shop.artwork.file(sizeName(subject, size), async () =>
    sizeLit(await receiverOriginal(shop, subject, 'whole'), size),
  )
}

/** A close view or the part of a number, drawn once, of which every size is made: drawing costs far more than the rest. */
function receiverOriginal(shop: Cache, subject: ReceiverSubject, part: ReceiverPart): Promise<Buffer> {
  return shop.artwork.file(`${fileName(subject, part)}.webp`, () => drawLit({ subject, part }))
}

const sizeName = (subject: ReceiverSubject, { width, format }: ReceiverSize) =>
  `${fileName(subject, 'whole')}.${width}.${format}`

function fileName(subject: ReceiverSubject, part: ReceiverPart): string {
  return fingerprint(JSON.stringify([receiverRevision, subject, part]))
}

function receiverOutline({ art, build, own }: ReceiverSubject): string {
  const pxPerInch = receiverWidth / receiverFrame.width
  const drawn = renderBlueprint(build, { frame: receiverFrame, dimensions: false, pxPerInch })
  // The page cuts the number of a drop into the flat where the drawing has the maker's mark.
  const layers = drawn.layers.map((layer) => ({
    ...layer,
    shapes: layer.shapes.filter(({ className }) => !className.includes('engraving')),
  }))
  const sheet = { ...drawn, layers }
  const palette = artPalette(art.theme, own)
  return blueprintSvg(sheet, { palette, widthPx: receiverWidth, title: 'The receiver', opaque: true })
}

const reach = 0.5

/** The frame of the survey sheet, wider to the left by whole steps of its grid: its lines meet those that are cut into the metal. */
function wideSurvey() {
  const { card } = artFrames
  const { window } = card.survey
  const more = 360
  const scale = card.width / window.width
  const frame = {
    ...card,
    width: card.width + more * scale,
    survey: { ...card.survey, window: { ...window, x: window.x - more, width: window.width + more } },
  }
  return { frame, left: more * scale }
}

/** All lines, faint, or the line of one number, lit. Undefined where nothing is cut. */
function receiverLines(subject: ReceiverSubject, number: number | undefined) {
  const pattern = patternOf(subject)
  if (!pattern) return undefined
  const { art, build, own } = subject
  const isSurvey = art.theme === 'guerrilla'
  if (number === undefined && !isSurvey) return undefined
  const wide = wideSurvey()
  const strokes = isSurvey ? drawSurvey(art, wide.frame).strokes : pattern.strokes
  const shift = isSurvey ? ` translate(${-wide.left} 0)` : ''
  const { x, y, width, height } = receiverFrame
  const { ink, accent } = artPalette(art.theme, own)
  const left = x - reach * width
  const metal = renderBlueprint(build, { dimensions: false })
    .contours.map(({ d }) => d)
    .join('')
  const pen = (lit: boolean) =>
    `fill="none" stroke="${lit ? ink : accent}" stroke-opacity="${lit ? 0.92 : 0.5}" stroke-width="${(lit ? (isSurvey ? 0.019 : 0.013) : 0.008) / scaleOf(pattern.transform)}"`
  const paths = (number === undefined ? strokes : [strokes[number - 1] ?? ''])
    .map((d) => `<path d="${d}"/>`)
    .join('')
  const group = `<g transform="${pattern.transform}${shift}" ${pen(number !== undefined)}>${paths}</g>`
  const stops = [
    [0, 0.04],
    [0.45, 0.3],
    [0.82, 1],
    [1, 0],
  ].map(([at, opacity]) => `<stop offset="${at}" stop-color="#fff" stop-opacity="${opacity}"/>`)
  const end = x + 0.2 * width
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${y} ${(1 + reach) * width} ${height}" width="${receiverWidth * (1 + reach)}" height="${receiverHeight}" preserveAspectRatio="none"><defs>`,
    `<linearGradient id="f" gradientUnits="userSpaceOnUse" x1="${left}" x2="${end}" y1="0" y2="0">${stops.join('')}</linearGradient>`,
    `<mask id="m" maskUnits="userSpaceOnUse" x="${left}" y="${y}" width="${end - left}" height="${height}"><path fill="url(#f)" d="M${left} ${y}H${end}V${y + height}H${left}Z"/></mask>`,
    `<clipPath id="c"><path d="${metal}"/></clipPath></defs>`,
    isSurvey ? `<g mask="url(#m)">${group}</g>` : '',
    number === undefined ? '' : `<g clip-path="url(#c)">${group}</g>`,
    '</svg>',
  ].join('')
}

const scaleOf = (transform: string) => Number(/scale\(([\d.]+)\)/.exec(transform)?.[1] ?? 1)
