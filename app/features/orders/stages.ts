import { type Ending, isEnding, type Stage, stages } from './rules.ts'

/** Firearms outside the National Firearms Act: no form is filed for them before the dealer's Form 4473. */
const plainClasses: readonly string[] = ['rifle', 'handgun', 'receiver']
const formStages: readonly Stage[] = ['form3_filed', 'form3_approved', 'form4_filed', 'form4_approved']

const plainPath: readonly Stage[] = stages.filter((stage) => !formStages.includes(stage))

/** Registered under the National Firearms Act (26 USC 5845)? An unknown class counts as registered, the stricter way. */
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

type StageText = { label: string; text: string }

/** Label and text of each stage of a reservation; the text says what to do now. Of NFA items: see `stageWordsOf`. */
export const stageWords: Record<Stage, StageText> = {
  reserved: {
    label: 'Reserved',
    text: 'Next we’ll email you its final price and details to accept. Nothing is built before you do.',
  },
  agreed: {
    label: 'Price agreed',
    text: 'You accepted the final price and details. Next comes the balance: we’ll email you a payment link and its due date.',
  },
  balance_paid: {
    label: 'Balance paid',
    text: 'The balance is paid. We’ll email you before the build begins.',
  },
  in_build: { label: 'In build', text: 'Your firearm is being built and engraved.' },
  built: {
    label: 'Built',
    text: 'It’s built, and we have filed Form 2, which registers it to us as its maker. Next we file Form 3, the transfer from us to your dealer.',
  },
  form3_filed: {
    label: 'Form 3 filed',
    text: 'We have filed Form 3, the transfer from us to your dealer. It is not your approval. From here on, write to us about a refund.',
  },
  form3_approved: {
    label: 'Form 3 approved',
    text: 'The transfer to your dealer is approved, so we can ship. It is not your approval: that is Form 4, which your dealer files with you once the firearm has arrived.',
  },
  shipped: {
    label: 'Shipped to your dealer',
    text: 'It’s on its way to your dealer. We’ll email you when it has arrived, with what to do then for Form 4.',
  },
  at_dealer: {
    label: 'At your dealer',
    text: 'It has arrived. Now make an appointment with your dealer for Form 4, the transfer to you. Bring a government photo ID, your fingerprints and a photograph, or ask your dealer to take them. If a trust or company will own it, bring its documents and a Form 5320.23 for each responsible person.',
  },
  form4_filed: {
    label: 'Form 4 filed',
    text: 'Form 4, the transfer to you, is filed. How long its review takes varies, and nobody can promise a date. The firearm stays at your dealer meanwhile.',
  },
  form4_approved: {
    label: 'Form 4 approved',
    text: 'Your transfer is approved. Make an appointment with your dealer to pick it up, and bring a government photo ID with your current address. You complete Form 4473 there, with any check that is required.',
  },
  picked_up: { label: 'Picked up', text: 'It’s yours. Keep a copy of the approved Form 4 with the firearm.' },
}

const plainStageWords: Partial<typeof stageWords> = {
  built: { label: 'Built', text: 'It’s built and test-fired. Next we ship it to your dealer.' },
  shipped: {
    label: 'Shipped to your dealer',
    text: 'It’s on its way to your dealer. We’ll email you when it has arrived, with what to bring. From here on, write to us about a refund.',
  },
  at_dealer: {
    label: 'At your dealer',
    text: 'It has arrived. Make an appointment with your dealer and bring a government photo ID with your current address. You complete Form 4473 there, your dealer runs the background check, and then hands it over.',
  },
  picked_up: { label: 'Picked up', text: 'It’s yours.' },
}

export function stageWordsOf(stage: Stage, itemClass: string | null): StageText {
  return (isNfaClass(itemClass) ? undefined : plainStageWords[stage]) ?? stageWords[stage]
}

export const endingWords: Record<Ending, string> = {
  canceled: 'Canceled',
  refunded: 'Refunded',
  disapproved: 'Transfer disapproved',
  withdrawn: 'Withdrawn',
}

export const endedText = 'This reservation has ended. You can read below why, and what is refunded.'
