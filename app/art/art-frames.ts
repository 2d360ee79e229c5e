import type { ArtTheme } from './art-theme.ts'
import type { Rectangle } from './terrain.ts'

/** Lengths are in units of its own view box. The subject stands where the layout leaves room: right of the title on wide screens, above it on phones. */
export type ArtFrame = {
  width: number
  height: number
  /** `preserveAspectRatio` of the picture: which part survives when the box has another shape. */
  fit: string
  /** Line weight relative to the wide hero: small pictures need heavier lines. */
  weight: number
  /** Guerrilla: the part of the survey sheet (1440 x 760) shown, the part every line must cross, and label size. */
  survey: { window: Rectangle; focus: Rectangle; labelHeight: number }
  rosette: { x: number; y: number; radius: number }
  /** Cyber: center of the relief, size of one digit, half the length of a pass, and how many digit heights deep. */
  scan: { x: number; y: number; digit: number; reach: number; depth: number }
  /** Noir: where the engraved number ends, its baseline and height, and where the light begins from the left. */
  plate: { right: number; baseline: number; height: number; light: number }
}

const wideSurvey = { window: area(0, 0, 1440, 760), focus: area(560, 20, 860, 530), labelHeight: 9 }
const phoneSurvey = { window: area(720, 0, 680, 750), focus: area(740, 0, 640, 480), labelHeight: 13 }

export const artFrames = {
  heroWide: {
    ...box(1440, 760, 1, 'xMaxYMid slice'),
    survey: wideSurvey,
    rosette: { x: 1037, y: 380, radius: 471 },
    scan: { x: 962, y: 394, digit: 368, reach: 356, depth: 1.5 },
    plate: { right: 1382, baseline: 466, height: 258, light: 0.3 },
  },
  heroPhone: {
    ...box(780, 860, 1.5, 'xMidYMin slice'),
    survey: phoneSurvey,
    rosette: { x: 404, y: 336, radius: 392 },
    scan: { x: 392, y: 336, digit: 372, reach: 440, depth: 1.45 },
    plate: { right: 736, baseline: 384, height: 232, light: 0.02 },
  },
  homeWide: {
    ...box(1440, 836, 1, 'xMaxYMid slice'),
    survey: wideSurvey,
    rosette: { x: 1037, y: 380, radius: 471 },
    scan: { x: 962, y: 394, digit: 368, reach: 356, depth: 1.5 },
    plate: { right: 1372, baseline: 366, height: 192, light: 0.3 },
  },
  homePhone: {
    ...box(780, 940, 1.5, 'xMidYMin slice'),
    survey: { ...phoneSurvey, window: area(720, 0, 630, 760) },
    rosette: { x: 404, y: 366, radius: 392 },
    scan: { x: 392, y: 366, digit: 372, reach: 440, depth: 1.45 },
    plate: { right: 740, baseline: 400, height: 196, light: 0.12 },
  },
  currentDrop: {
    ...box(1312, 620, 1, 'xMaxYMid slice'),
    survey: { ...wideSurvey, window: area(0, 20, 1440, 680) },
    rosette: { x: 945, y: 310, radius: 384 },
    scan: { x: 890, y: 322, digit: 300, reach: 310, depth: 1.5 },
    plate: { right: 1254, baseline: 390, height: 216, light: 0.3 },
  },
  card: {
    ...box(420, 252, 1.15, 'xMidYMid slice'),
    survey: { window: area(640, 36, 800, 480), focus: area(680, 60, 720, 430), labelHeight: 0 },
    rosette: { x: 210, y: 126, radius: 172 },
    scan: { x: 210, y: 132, digit: 132, reach: 236, depth: 1.55 },
    plate: { right: 392, baseline: 172, height: 96, light: 0 },
  },
  poster: {
    ...box(600, 800, 1.3, 'xMidYMid slice'),
    survey: { window: area(730, 0, 570, 760), focus: area(750, 0, 530, 500), labelHeight: 12 },
    rosette: { x: 300, y: 330, radius: 292 },
    scan: { x: 300, y: 330, digit: 282, reach: 380, depth: 1.45 },
    plate: { right: 560, baseline: 400, height: 190, light: 0 },
  },
  /** The picture other sites and messengers show with a link (1.91 : 1). */
  share: {
    ...box(1200, 630, 1.2, 'xMidYMid slice'),
    survey: { ...wideSurvey, window: area(180, 0, 1260, 661) },
    rosette: { x: 820, y: 315, radius: 390 },
    scan: { x: 776, y: 328, digit: 300, reach: 340, depth: 1.5 },
    plate: { right: 1130, baseline: 400, height: 220, light: 0.2 },
  },
} as const satisfies Record<string, ArtFrame>

export type ArtFrameName = keyof typeof artFrames

/** The part of the wide hero shown beside the unit map, as a view box (1.62 : 1). Every unit's line crosses it. */
export const unitMapViews: Readonly<Record<ArtTheme, string>> = {
  guerrilla: '560 20 860 530',
  outlaw: '540 70 900 556',
  cyber: '470 80 970 600',
  noir: '240 10 1200 740',
}

function box(width: number, height: number, weight: number, fit: string) {
  return { width, height, weight, fit }
}

function area(x: number, y: number, width: number, height: number): Rectangle {
  return { x, y, width, height }
}
