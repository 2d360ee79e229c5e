import { BARREL_LIMIT_IN, OVERALL_LIMIT_IN } from './classify.ts'
import { draftingText, draftingTextWidth } from './lettering.ts'
import type { Measures } from './measure.ts'
import { inches, repeat, segment } from './path.ts'
import type { Pen, Shape } from './shape.ts'

/** What the drafting layer shows and where; heights are inches on the sheet, lettering heights pixels. */
export interface DraftingPlan {
  readonly pxPerInch: number
  /** Height of the barrel's dimension line. */
  readonly barrelLineY: number
  readonly overallLineY: number
  /** Where the extension lines begin: just under the receiver and under the butt. */
  readonly receiverFootY: number
  readonly buttFootY: number
  readonly letteringPx: number
  /** Short words for small screens: the length alone. */
  readonly terse: boolean
  /** Whether the legal limits are marked on the dimension lines. */
  readonly limits: boolean
  /** Height of the ruler, `null` for none. */
  readonly rulerY: number | null
}

/** Bore axis, dimension lines with the limits of law marked on them, and the ruler. */
export function drafting(measures: Measures, plan: DraftingPlan): Shape[] {
  const { breechX, muzzleX, buttX, barrelIn, overallIn } = measures
  const { barrelLineY, overallLineY, letteringPx, terse } = plan
  const px = 1 / plan.pxPerInch
  const unit = terse ? '″' : ' IN'
  const shared = { px, letteringPx }
  return [
    axis(measures),
    ...dimension({
      ...shared,
      label: `${terse ? '' : 'BARREL '}${barrelIn.toFixed(1)}${unit}`,
      from: { x: breechX, footY: plan.receiverFootY },
      to: { x: muzzleX, footY: 0.5 },
      y: barrelLineY,
      share: 0.56,
    }),
    ...dimension({
      ...shared,
      label: `${terse ? '' : 'OVERALL '}${overallIn.toFixed(1)}${unit}`,
      from: { x: buttX, footY: plan.buttFootY },
      to: { x: muzzleX, footY: barrelLineY + 4 * px },
      y: overallLineY,
      share: 0.5,
    }),
    ...(plan.limits ? limits(measures, plan, px) : []),
    ...(plan.rulerY === null ? [] : ruler(buttX, plan.rulerY, px)),
  ]
}

function axis({ buttX, tipX }: Measures): Shape {
  const d = segment(buttX - 0.25, 0, buttX - 1.1, 0) + segment(tipX + 0.25, 0, tipX + 1.9, 0)
  return { className: 'bp-axis', d }
}

interface Foot {
  readonly x: number
  /** Where the extension line starts, clear of the part. */
  readonly footY: number
}

interface Dimension {
  readonly label: string
  readonly from: Foot
  readonly to: Foot
  readonly y: number
  /** Where along the line the label breaks it, 0 to 1. */
  readonly share: number
  readonly px: number
  readonly letteringPx: number
}

function dimension({ label, from, to, y, share, px, letteringPx }: Dimension): Shape[] {
  const height = letteringPx * px
  const room = draftingTextWidth(label, height) + 14 * px
  const middle = from.x + (to.x - from.x) * share
  // A line too short to be broken carries its label underneath.
  const tight = to.x - from.x < room + 34 * px
  const run = tight
    ? segment(from.x, y, to.x, y)
    : segment(from.x, y, middle - room / 2, y) + segment(middle + room / 2, y, to.x, y)
  const extension = (foot: Foot) => segment(foot.x, foot.footY + 5 * px, foot.x, y + 6 * px)
  const baseline = tight ? y + height + 9 * px : y + height / 2
  return [
    pen('bp-dimension', extension(from) + extension(to) + run),
    pen('bp-arrow', arrowhead(to.x, y, 1, px) + arrowhead(from.x, y, -1, px)),
    pen('bp-dimension-text', draftingText(label, { x: middle, y: baseline, height, anchor: 'middle' })),
  ]
}

function arrowhead(x: number, y: number, direction: 1 | -1, px: number): string {
  const half = inches(1.9 * px)
  return `M${inches(x)} ${inches(y)}l${inches(-direction * 9 * px)} ${-half}l0 ${2 * half}Z`
}

function limits({ breechX, muzzleX, buttX }: Measures, plan: DraftingPlan, px: number): Shape[] {
  const barrelLimitX = breechX + BARREL_LIMIT_IN
  const overallLimitX = buttX + OVERALL_LIMIT_IN
  const run = (limitX: number, y: number) => (limitX > muzzleX ? segment(muzzleX, y, limitX, y) : '')
  const runs = run(barrelLimitX, plan.barrelLineY) + run(overallLimitX, plan.overallLineY)
  return [
    ...(runs === '' ? [] : [pen('bp-limit-run', runs)]),
    ...limitMark(BARREL_LIMIT_IN, { x: barrelLimitX, y: plan.barrelLineY, endX: muzzleX, px }),
    ...limitMark(OVERALL_LIMIT_IN, { x: overallLimitX, y: plan.overallLineY, endX: muzzleX, px }),
  ]
}

interface LimitPlace {
  readonly x: number
  readonly y: number
  /** Where the dimension ends. */
  readonly endX: number
  readonly px: number
}

function limitMark(limit: number, { x, y, endX, px }: LimitPlace): Shape[] {
  const height = 8.5 * px
  const room = endX - x
  // Inside the dimension the line runs on past the mark: the number stands above it, clear of the line at the end.
  const anchor = room < draftingTextWidth(`${limit}`, height) / 2 + 3 * px ? 'end' : 'middle'
  const lettering =
    room > 2 * px
      ? draftingText(`${limit}`, { x, y: y - 10 * px, height, anchor })
      : draftingText(room < 0 ? `${limit} IN` : `${limit}`, { x: x + 7 * px, y: y + 4.2 * px, height })
  return [pen('bp-limit', segment(x, y - 7 * px, x, y + 7 * px)), pen('bp-limit-text', lettering)]
}

function ruler(zeroX: number, y: number, px: number): Shape[] {
  const ticks = repeat(34, (i) => segment(zeroX + i, y, zeroX + i, y + (i % 5 === 0 ? 9 : 5) * px))
  const numbers = repeat(7, (i) =>
    draftingText(`${i * 5}`, { x: zeroX + i * 5, y: y + 22 * px, height: 8 * px, anchor: 'middle' }),
  )
  return [pen('bp-ruler', ticks), pen('bp-ruler-text', numbers)]
}

function pen(className: Pen, d: string): Shape {
  return { className, d }
}
