import { type ArtTheme, artPalette } from '#app/art/art-theme.ts'
import { renderBlueprint } from '#app/art/blueprint/blueprint.ts'
import { blueprintSvg } from '#app/art/blueprint/blueprint-svg.ts'
import { type Build, STARTING_BUILDS } from '#app/art/blueprint/build.ts'
import { composeHeroSvg, drawGeometry } from '#app/art/drop-art.ts'
import { drawGood } from '#app/art/goods.ts'
import { letteringPath } from '#app/art/pantograph/lettering.ts'
import { drawShareCard, embedSvg, shareSize } from '#app/art/share-card.ts'
import type { FindArt } from '#app/http/art.server.ts'
import { type SharePicture, sharePictures } from '#app/http/page-head.ts'
import { fingerprint } from '#app/kit/ids.ts'

const { width, height } = shareSize
const { ground, ink, accent } = artPalette('noir')
const build: Build = { ...STARTING_BUILDS.ar15, accessories: ['light'] }

type ShareImage = { lines: readonly string[]; note: string; art: () => string }

const shareImages: Record<SharePicture, ShareImage> = {
  home: { lines: ['Every one', 'is numbered.'], note: 'Drops, builds, training. Miami, Florida', art: light },
  courses: { lines: ['CCW', 'Training'], note: 'On the range, one lane each', art: lanes },
  'small-batch': { lines: ['Small-Batch'], note: 'Three lines, three build windows', art: triptych },
  accessories: { lines: ['Accessories'], note: 'What goes with the rifle', art: tray },
  trust: { lines: ['Trust', 'Pack'], note: 'Template, guides, checklists', art: documents },
  process: {
    lines: ['Process Guide'],
    note: 'From the drawing to your dealer’s counter',
    art: () => rifle(false),
  },
  learn: { lines: ['What is an SBR?'], note: 'Two lengths, drawn to scale', art: () => rifle(true) },
}

/** The share image of a page, 1200 x 630. Other sites cache it for weeks, so it shows nothing that changes. */
export const shareArt: FindArt = async ({ artwork }, [file = '']) => {
  const name = sharePictures.find((picture) => file === `${picture}.png`)
  if (!name) return undefined
  const svg = drawSharePicture(name)
  return {
    version: fingerprint(svg).slice(0, 10),
    contentType: 'image/png',
    soonSeconds: 86_400,
    draw: () => artwork.image(svg, { width, format: 'png' }),
  }
}

export function drawSharePicture(picture: SharePicture): string {
  const { lines, note, art } = shareImages[picture]
  return drawShareCard({ lines, note, art: art() })
}

function light(): string {
  const subject = { slug: 'home', theme: 'noir', dropNumber: 1, total: 50, lettering: '50' } as const
  const states = Array.from({ length: 50 }, () => 'open' as const)
  return embedSvg(
    composeHeroSvg(drawGeometry(subject, 'share'), states, { ground: true }),
    { x: 0, y: 0, width, height },
    'slice',
  )
}

function triptych(): string {
  const leaf = (theme: ArtTheme, total: number, index: number) => {
    const subject = {
      slug: `small-batch-${theme}`,
      theme,
      dropNumber: total,
      total,
      lettering: String(total),
    }
    const states = Array.from({ length: total }, () => 'open' as const)
    const drawing = composeHeroSvg(drawGeometry(subject, 'heroPhone'), states, { ground: true })
    return embedSvg(drawing, { x: 408 + index * 264, y: 0, width: 264, height }, 'slice')
  }
  const hinges = [408, 672, 936].map((x) => `M${x} 0V${height}`).join('')
  return [
    leaf('guerrilla', 15, 0),
    leaf('outlaw', 10, 1),
    leaf('cyber', 8, 2),
    `<path stroke="${ink}" stroke-opacity=".25" d="${hinges}"/>`,
  ].join('')
}

function lanes(): string {
  const edges = Array.from({ length: 13 }, (_, index) => `M${330 + index * 92} 660L${668 + index * 30} 150`)
  const beds = Array.from({ length: 12 }, (_, index) => {
    const [near, far] = [376 + index * 92, 683 + index * 30]
    return `M${near} 660L${far} 190M${far - 9} 178V154H${far + 9}V178Z`
  })
  return [
    `<path stroke="${ink}" stroke-opacity=".22" stroke-width="1.4" d="${edges.join('')}M640 150H1060"/>`,
    `<path stroke="${accent}" stroke-width="2.6" d="${beds.join('')}"/>`,
  ].join('')
}

function tray(): string {
  const pictures = ['magazine-30', 'light', 'cover', 'pouch', 'sling', 'rod', 'kit', 'bottle', 'loader']
  return pictures
    .map((picture, index) => {
      const [x, y] = [470 + (index % 3) * 236, 30 + Math.floor(index / 3) * 195]
      return embedSvg(drawGood(picture) ?? '', { x, y, width: 228, height: 171 })
    })
    .join('')
}

function documents(): string {
  const sheet = (x: number, y: number, stroke: string, strokeWidth: number) => {
    const rules = [150, 190, 230, 270, 310].map((dy) => `M${x + 48} ${y + dy}h204`).join('')
    return `<path fill="${ground}" stroke="${stroke}" stroke-width="${strokeWidth}" d="M${x} ${y}h270l40 40v380h-310ZM${x + 270} ${y}v40h40"/><path stroke="${stroke}" stroke-opacity=".5" stroke-width="1.6" d="${rules}"/>`
  }
  return [
    sheet(800, 40, ink, 1.6),
    sheet(730, 80, ink, 1.6),
    sheet(660, 120, accent, 2.6),
    `<path stroke="${accent}" stroke-width="3" d="${letteringPath('Trust', { height: 38, x: 708, y: 230, tracking: 0.08 })}"/>`,
  ].join('')
}

function rifle(dimensions: boolean): string {
  const widthIn = dimensions ? 47 : 42
  const sheet = renderBlueprint(build, {
    pxPerInch: width / widthIn,
    dimensions,
    limits: false,
    letteringPx: 19,
    frame: {
      x: dimensions ? -31.5 : -28,
      y: -5,
      width: widthIn,
      height: (widthIn * height) / width,
    },
  })
  const svg = blueprintSvg(sheet, { palette: artPalette('noir'), widthPx: width, title: '' })
  return embedSvg(svg, { x: 0, y: 0, width, height }, 'slice')
}
