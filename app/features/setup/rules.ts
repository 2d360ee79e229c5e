export const setupSteps = [
  'licensee',
  'address',
  'hours',
  'charges',
  'dealers',
  'payments',
  'mail',
  'texts',
  'sample',
] as const
export type SetupStep = (typeof setupSteps)[number]

const factSteps = ['licensee', 'address', 'hours'] as const satisfies readonly SetupStep[]
export type FactStep = (typeof factSteps)[number]

/** `skipped`: left for later. `failed`: tried without success. `partial`: tried, and not yet what customers need, as in the sandbox. */
export const stepStates = ['done', 'skipped', 'failed', 'partial'] as const
export type StepState = (typeof stepStates)[number]

export const countGoing = (removal: readonly { goes: number }[]) =>
  removal.reduce((sum, { goes }) => sum + goes, 0)

export const setupPath = '/staff/setup-shop'
export const stepPath = (step: SetupStep) => `${setupPath}/${step}`

export function isSetupStep(text: string | undefined): text is SetupStep {
  return (setupSteps as readonly string[]).includes(text ?? '')
}

export function isFactStep(text: string | undefined): text is FactStep {
  return (factSteps as readonly string[]).includes(text ?? '')
}

export type SetupNow = {
  isSandbox: boolean
  isMailbox: boolean
  unread: number
}

export function stateToday(
  step: SetupStep,
  stored: StepState | undefined,
  { isSandbox, isMailbox, unread }: SetupNow,
): StepState | undefined {
  if (step === 'texts') return stored === 'done' && unread > 0 ? 'partial' : stored
  if (step !== 'payments' && step !== 'mail') return stored
  const isTrial = step === 'payments' ? isSandbox : isMailbox
  if (isTrial && stored === 'done') return 'partial'
  // What was tried in the sandbox proves nothing about the real service.
  return !isTrial && stored === 'partial' ? undefined : stored
}

/** The next step that is neither done nor left for later, after `from` and then from the beginning; undefined at the end. */
export function nextStep(
  states: Readonly<Partial<Record<SetupStep, StepState>>>,
  from?: SetupStep,
): SetupStep | undefined {
  const at = from === undefined ? 0 : setupSteps.indexOf(from) + 1
  const inOrder = [...setupSteps.slice(at), ...setupSteps.slice(0, at)]
  return inOrder.find((step) => states[step] === undefined || states[step] === 'failed')
}

/** What a setting of the environment is for, and how to set it. Its value is never shown. */
export type NeededSetting = { name: string; isSet: boolean; help: string }

export const testChargeCents = 100
