import type { OwnColors } from '#app/art/art-theme.ts'
import type { Build, PlatformId } from '#app/art/blueprint/build.ts'
import type { Frame } from '#app/art/blueprint/frame.ts'
import type { ArtSubject } from '#app/art/drawing.ts'
import { fitLettering, letteringPath } from '#app/art/pantograph/lettering.ts'
import { brand } from '#app/kit/brand.ts'

export type ReceiverSubject = {
  art: ArtSubject
  engraved: Engraved
  build: Build
  finish: string
  own?: OwnColors
  text?: string | undefined
  isTease?: boolean
}

/** Of the close view of a receiver, in pixels. */
export const receiverWidth = 1280
export const receiverHeight = 853

/** The part of the sheet that the close view of a receiver shows, in inches: 3 : 2, its lettering in the lower half. */
export const receiverFrame: Frame = { x: -6.35, y: -1.62, width: 7.65, height: 5.1 }

/** The part of the close view that a number changes, on whole pixels, so that it lies on the view exactly. */
export function numberPlace(platform: PlatformId): Frame {
  const { x, y, width, height } = numberFrame(platform)
  const px = receiverWidth / receiverFrame.width
  const left = Math.floor((x - receiverFrame.x) * px)
  const top = Math.floor((y - receiverFrame.y) * px)
  const right = Math.ceil((x + width - receiverFrame.x) * px)
  const bottom = Math.ceil((y + height - receiverFrame.y) * px)
  return {
    x: receiverFrame.x + left / px,
    y: receiverFrame.y + top / px,
    width: (right - left) / px,
    height: (bottom - top) / px,
  }
}

export type Engraved = { dropName: string; total: number }

/** In inches on the sheet: middle, and room at each line. */
type Flat = {
  x: number
  maker: { y: number; height: number; room: number }
  number: { y: number; height: number; room: number }
  drop: { y: number; height: number; room: number }
}

const flats: Readonly<Record<PlatformId, Flat>> = {
  ar15: {
    x: -2.6,
    maker: { y: 1.49, height: 0.24, room: 1.1 },
    number: { y: 2.24, height: 0.58, room: 1.98 },
    drop: { y: 2.55, height: 0.125, room: 1.98 },
  },
  ar9: {
    x: -2.8,
    maker: { y: 1.65, height: 0.19, room: 0.9 },
    number: { y: 2.17, height: 0.4, room: 1.44 },
    drop: { y: 2.38, height: 0.1, room: 1.4 },
  },
  scorpion: {
    x: -2.46,
    maker: { y: 1.7, height: 0.18, room: 0.9 },
    number: { y: 2.16, height: 0.34, room: 1.1 },
    drop: { y: 2.36, height: 0.09, room: 1.1 },
  },
}

/** Width of the cutter that a line of lettering is cut with, as a share of its height. */
const cutter = 0.115

/** In inches. */
export type Cut = { d: string; width: number }

export function markCuts(platform: PlatformId, { dropName, total }: Engraved): Cut[] {
  const { x, maker, drop } = flats[platform]
  return [cutOf(brand, x, maker), cutOf(`of ${total} · ${dropName}`, x, drop, 0.1)]
}

export function unitText(unitNumber: number): string {
  return `№ ${unitNumber}`
}

/** Where the number of a unit is cut, in inches: its middle, its baseline, its height, and the room that its tool has. */
export function numberFlat(platform: PlatformId) {
  const { x, number } = flats[platform]
  const tool = number.height * cutter
  return { x, y: number.y, height: number.height, tool, room: number.room - tool, ...numberSetting }
}

const numberSetting = { width: 0.95, tracking: 0.04 } as const

export function numberCut(platform: PlatformId, text: string): Cut {
  const { x, number } = flats[platform]
  return cutOf(text, x, number, numberSetting.tracking)
}

export function numberFrame(platform: PlatformId): Frame {
  const { x, number } = flats[platform]
  const margin = number.height * 0.18
  return {
    x: x - number.room / 2 - margin,
    y: number.y - number.height - margin,
    width: number.room + 2 * margin,
    height: number.height + 2 * margin,
  }
}

function cutOf(text: string, x: number, line: Flat['maker'], tracking = 0.08): Cut {
  // The room is for the cut, and the tool is wider than its path.
  const tool = line.height * cutter
  const setting = fitLettering(text, { height: line.height, width: 0.95, tracking }, line.room - tool)
  const y = line.y - (line.height - setting.height) / 2
  return { d: letteringPath(text, { ...setting, x, y, anchor: 'middle' }), width: setting.height * cutter }
}
