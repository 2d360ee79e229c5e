import { type Ending, isEnding, type Stage, stages } from '../rules.ts'

/** Firearms outside the National Firearms Act: no form is filed for them before the dealer's Form 4473. */
const plainClasses: readonly string[] = ['rifle', 'handgun', 'receiver']
const formStages: readonly Stage[] = ['form3_filed', 'form3_approved', 'form4_filed', 'form4_approved']

const plainPath: readonly Stage[] = stages.filter((stage) => !formStages.includes(stage))

/**
 * Is this class registered under the National Firearms Act (26 USC 5845), so that it moves on Forms 2, 3 and 4? An unknown
 * class counts as registered, the stricter way.
 */
export function isNfaClass(itemClass: string | null): boolean {
  return itemClass === null || !plainClasses.includes(itemClass)
}

type StagedLine = { stage: Stage | Ending | null; returnedAt: Date | null }

/** The stage of a reservation that neither ended nor was returned; `undefined` for every other line. */
export function activeStage({ stage, returnedAt }: StagedLine): Stage | undefined {
  return stage === null || isEnding(stage) || returnedAt ? undefined : stage
}

/** The stage of an active reservation whose firearm is not in its buyer's hands yet. */
export function openStage(line: StagedLine): Stage | undefined {
  const stage = activeStage(line)
  return stage === 'picked_up' ? undefined : stage
}

export function pathOf(itemClass: string | null): readonly Stage[] {
  return isNfaClass(itemClass) ? stages : plainPath
}

export function nextStage(itemClass: string | null, stage: Stage): Stage | undefined {
  const path = pathOf(itemClass)
  return path[path.indexOf(stage) + 1]
}

/** May a reservation move between two stages? One step forward on its path, or one back. What was picked up stays so. */
export function canMoveStage(itemClass: string | null, from: Stage | Ending, to: Stage): boolean {
  if (isEnding(from) || from === 'picked_up') return false
  const path = pathOf(itemClass)
  const [at, next] = [path.indexOf(from), path.indexOf(to)]
  return at >= 0 && next >= 0 && Math.abs(next - at) === 1
}

export function isBack(from: Stage, to: Stage): boolean {
  return stages.indexOf(to) < stages.indexOf(from)
}
