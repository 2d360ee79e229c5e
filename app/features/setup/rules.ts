import { brand } from '#app/kit/brand.ts'

/** `partial` is the word for a step that was tried and is not yet what customers need. */
type Step = { title: string; lead: string; partial?: string }

export const steps = {
  licensee: {
    title: 'Licensee',
    lead: `Who makes and sells under the brand ${brand}, by law: the legal name and the license. Receipts, agreements, certificates, forms and dealers’ mails name this licensee as maker and seller, and so does the foot of every page and mail. Until it is typed, no drop opens and no dealer is asked.`,
  },
  address: {
    title: 'Address, phone, email',
    lead: 'Where the licensee is, where parcels and letters come from, and how customers reach you. Mail to subscribers must carry the address.',
  },
  hours: {
    title: 'Hours and time zone',
    lead: 'When somebody answers. The time zone decides when a day, a drop and a class begin.',
  },
  charges: {
    title: 'Sales tax and shipping',
    lead: 'Tax is collected in the places listed here, and nowhere else. A parcel costs what is listed here; firearms travel to a dealer.',
  },
  dealers: {
    title: 'Federal dealer list',
    lead: 'Firearms go to a licensed dealer, whom buyers and staff find on this list. ATF publishes a new one every month.',
  },
  payments: {
    title: 'Payments',
    lead: 'A test charge shows that money arrives. It is $1.00, and given back at once.',
    partial: 'Sandbox',
  },
  mail: {
    title: 'Mail',
    lead: 'A test message shows that mail leaves the shop and arrives.',
    partial: 'Not sent',
  },
  texts: {
    title: 'Rules, policies and claims',
    lead: 'The shop sells under these rules and says these words, in your name. They came with the program: read them, change what is not so, and confirm.',
    partial: 'Changed',
  },
  sample: {
    title: 'Sample catalog',
    lead: 'Drops, classes and goods to try everything with. Nothing in it is real.',
  },
} satisfies Record<string, Step>

export type SetupStep = keyof typeof steps
export const setupSteps = Object.keys(steps) as [SetupStep, ...SetupStep[]]
export const stepOf = (step: SetupStep): Step => steps[step]

/** `skipped`: left for later. `failed`: tried without success. `partial`: tried, and not yet what customers need, as in the sandbox. */
export const stepStates = ['done', 'skipped', 'failed', 'partial'] as const
export type StepState = (typeof stepStates)[number]

export const setupPath = '/staff/setup-shop'
export const stepPath = (step: SetupStep) => `${setupPath}/${step}`

type Today = { isSandbox: boolean; isMailbox: boolean; unread: number }

export function stateToday(
  step: SetupStep,
  stored: StepState | undefined,
  { isSandbox, isMailbox, unread }: Today,
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
  states: Readonly<Partial<Record<SetupStep, { state: StepState }>>>,
  from?: SetupStep,
): SetupStep | undefined {
  const at = from === undefined ? 0 : setupSteps.indexOf(from) + 1
  const inOrder = [...setupSteps.slice(at), ...setupSteps.slice(0, at)]
  return inOrder.find((step) => (states[step]?.state ?? 'failed') === 'failed')
}
