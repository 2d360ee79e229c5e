import type { Build, PartStep } from './build.ts'
import type { Measures } from './measure.ts'

/** A numbered balloon and the point of its part that the leader line touches; inches on the sheet. */
export type Balloon = ReturnType<typeof balloonsOf>[number]

type Place = readonly [x: number, y: number]

export function balloonsOf(build: Build, measures: Measures, sheet: 'wide' | 'phone') {
  const places = sheet === 'wide' ? widePlaces(build, measures) : phonePlaces(build, measures)
  const points = pointsOf(build, measures)
  const steps = Object.keys(places) as PartStep[]
  return steps.map((step) => {
    const [x, y] = places[step]
    const [pointX, pointY] = points[step]
    return { step, x, y, pointX, pointY }
  })
}

function widePlaces(
  build: Build,
  { buttX, muzzleX, tipX, handguardEndX }: Measures,
): Record<PartStep, Place> {
  const scoped = build.optic === 'scope'
  return {
    lower: [-5.75, 6.1],
    upper: scoped ? [-11.4, -3.3] : [-8.9, -4.9],
    barrel: [Math.max(muzzleX, handguardEndX - 0.6) + 2.3, 2.5],
    stock: [buttX + 2.2, -4.4],
    handguard: [Math.max(4.2, handguardEndX * 0.62), -4.2],
    optics: scoped ? [3.6, -5.3] : [0.1, -5.2],
    muzzle: [tipX + 1.6, -2.9],
    accessories: build.accessories.includes('grip')
      ? [gripX(handguardEndX) + 4.4, 2.75]
      : [handguardEndX * 0.46, 2.75],
  }
}

function phonePlaces(build: Build, { buttX, tipX, handguardEndX }: Measures): Record<PartStep, Place> {
  const scoped = build.optic === 'scope'
  return {
    lower: [-6.2, 9.4],
    upper: scoped ? [-11.4, -5.2] : [-9.6, -7.4],
    barrel: [11.2, 4],
    stock: [buttX + 2.4, -7],
    handguard: scoped ? [7.2, -6.2] : [5.9, -6.8],
    optics: scoped ? [3.6, -7.8] : [-0.2, -7.6],
    muzzle: [Math.min(12.6, Math.max(11.4, tipX + 1)), -4.6],
    accessories: build.accessories.includes('light') ? [Math.min(2.2, handguardEndX), 4.6] : [4.8, 4.2],
  }
}

function pointsOf(build: Build, measures: Measures): Record<PartStep, Place> {
  const { buttX, muzzleX, handguardEndX } = measures
  const scorpion = build.platform === 'scorpion'
  const scoped = build.optic === 'scope'
  const hidden = muzzleX < handguardEndX
  return {
    lower: scorpion ? [-5, 1.5] : [-5, 1.35],
    upper: scoped ? [-7.2, -0.3] : scorpion ? [-8, -1] : [-6.9, -0.86],
    barrel: hidden ? [handguardEndX - 0.4, 0.6] : [Math.min(muzzleX - 0.2, handguardEndX + 0.2), 0.28],
    stock: [buttX + 3.6, -0.7],
    handguard: [Math.max(2, handguardEndX * 0.5), scorpion ? -1.2 : -0.85],
    optics: scoped ? [1.1, -2.9] : scorpion ? [-2.1, -3.1] : [-2.5, -2.8],
    muzzle: [muzzleX + (build.muzzle === null ? 0.1 : 0.5), -0.36],
    accessories: accessoryPoint(build, handguardEndX),
  }
}

function accessoryPoint({ accessories }: Build, handguardEndX: number): Place {
  if (accessories.includes('light')) return [handguardEndX - 1.6, 1.7]
  if (accessories.includes('grip')) return [gripX(handguardEndX) + 1.2, 2]
  return [handguardEndX * 0.4, 0.8]
}

function gripX(handguardEndX: number): number {
  return Math.min(handguardEndX - 3.2, Math.max(1.7, handguardEndX * 0.36))
}
