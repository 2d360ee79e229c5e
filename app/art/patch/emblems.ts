import type { ArtTheme } from '../art-theme.ts'
import type { Point } from '../polyline.ts'
import type { RandomSource } from '../random.ts'
import { sewHill } from './emblem-hill.ts'
import { type PatchStyle, patchStyles } from './patch-styles.ts'
import { fillStitch, satinStitch } from './stitches.ts'
import { createThread, type Thread, threadMarkup } from './thread.ts'

/** The round picture in the middle of a theme's patch, as markup. */
export function sewEmblem(theme: ArtTheme, slug: string, random: RandomSource, id: string): string {
  const style = patchStyles[theme]
  if (theme === 'guerrilla') return sewHill(slug, style.emblemRadius, random, id)
  if (theme === 'outlaw') return sewRosette(style, random, id)
  if (theme === 'cyber') return sewScan(style, random, id)
  return sewBlind(style, random, id)
}

/** Outlaw: a lobed rosette in four values under twelve satin loops. */
function sewRosette(style: PatchStyle, random: RandomSource, id: string): string {
  const radius = style.emblemRadius
  const threads = emblemThreads(style)
  const lobed = (ring: number, angle: number, lobes: number) =>
    radius * (1 - ring * 0.24) * (0.9 + 0.1 * Math.cos(lobes * angle))
  threads.forEach((thread, ring) => {
    const lobes = 12 - ring * 2
    const inRing = (x: number, y: number) => {
      const far = Math.hypot(x, y)
      const angle = Math.atan2(y, x) + ring * 0.26
      return far < lobed(ring, angle, lobes) && (ring === 3 || far > lobed(ring + 1, angle + 0.26, lobes - 2))
    }
    fillStitch(thread, random, inRing, [[0, 0], radius * 1.42], {
      angle: ring * 0.8 + 0.2,
      gap: 2,
      length: 15,
    })
  })
  const loops = createThread([0.92, 0.05, 80], 1.4, 0.05)
  for (let loop = 0; loop < 12; loop += 1) {
    const points = Array.from({ length: 61 }, (_, i): Point => {
      const turn = (i / 60) * Math.PI * 2
      const far = radius * (0.58 + 0.3 * Math.cos(turn))
      const angle = (loop / 12) * Math.PI * 2 + Math.sin(turn) * 0.34
      return [far * Math.cos(angle), far * Math.sin(angle)]
    })
    satinStitch(loops, random, points, { width: 2.6, gap: 1.5, skew: 0.25 })
  }
  return emblemMarkup(threads, id, 1) + threadMarkup(loops, `${id}-l`, 0.8)
}

/** Cyber: eleven passes over a raised ring. */
function sewScan(style: PatchStyle, random: RandomSource, id: string): string {
  const radius = style.emblemRadius
  const threads = emblemThreads(style)
  for (let pass = 0; pass < 11; pass += 1) {
    const y = -92 + pass * 18.4
    const reach = Math.sqrt(Math.max(0, radius * radius - y * y)) - 6
    const points: Point[] = []
    for (let x = -reach; x <= reach; x += 3) {
      const toRing = Math.abs(Math.hypot(x, (y + 4) * 1.02) - 56)
      const t = Math.max(0, Math.min(1, (22 - toRing) / 13))
      points.push([x, y + 6 - 19 * t * t * (3 - 2 * t) - x * 0.06])
    }
    const thread = threads[3 - (pass % 3)] as Thread
    satinStitch(thread, random, points, { width: 5, gap: 1.4, skew: 0.12 })
  }
  return emblemMarkup(threads, id, 1.1)
}

/** Noir: a blind across a lamp. */
function sewBlind(style: PatchStyle, random: RandomSource, id: string): string {
  const radius = style.emblemRadius
  const threads = emblemThreads(style)
  for (let slat = 0; slat < 11; slat += 1) {
    const top = -radius + 6 + (slat * (radius * 2 - 6)) / 11
    const height = 15 - Math.abs(slat - 4) * 1.1
    const inSlat = (x: number, y: number) => {
      const edge = top - x * 0.16
      return x * x + y * y < radius * radius && y > edge && y < edge + height
    }
    const thread = threads[slat < 5 ? 3 : slat < 8 ? 2 : 1] as Thread
    fillStitch(thread, random, inSlat, [[0, 0], radius * 1.42], {
      angle: 1.35 + slat * 0.03,
      gap: 2,
      length: 26,
    })
  }
  return emblemMarkup(threads, id, 1)
}

function emblemThreads(style: PatchStyle): Thread[] {
  return style.emblem.map((color) => createThread(color, 1.75))
}

function emblemMarkup(threads: readonly Thread[], id: string, lift: number): string {
  return threads.map((thread, i) => threadMarkup(thread, `${id}-e${i}`, lift)).join('')
}
