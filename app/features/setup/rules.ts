/** What a new shop sets up, in order. Each can be left for later. */
export const setupSteps = [
  'name',
  'address',
  'hours',
  'tax',
  'shipping',
  'dealers',
  'payments',
  'mail',
  'sample',
] as const
export type SetupStep = (typeof setupSteps)[number]

/** The steps whose form writes facts of the shop. */
const factSteps = ['name', 'address', 'hours'] as const satisfies readonly SetupStep[]
export type FactStep = (typeof factSteps)[number]

/** How far a step is: nobody looked at it, done, left for later, or tried without success. */
export const stepStates = ['done', 'skipped', 'failed'] as const
export type StepState = (typeof stepStates)[number]

/** How many items go when the sample catalog is taken out. */
export const countGoing = (removal: readonly { goes: number }[]) =>
  removal.reduce((sum, { goes }) => sum + goes, 0)

/** Where the set-up is. */
export const setupPath = '/staff/setup-shop'
export const stepPath = (step: SetupStep) => `${setupPath}/${step}`

export function isSetupStep(text: string | undefined): text is SetupStep {
  return (setupSteps as readonly string[]).includes(text ?? '')
}

export function isFactStep(text: string | undefined): text is FactStep {
  return (factSteps as readonly string[]).includes(text ?? '')
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

/** The amount of the test charge, in cents. */
export const testChargeCents = 100
