import { formatCents } from '#app/kit/money.ts'
import type { ItemClass } from '#app/features/compliance/rules.ts'
import type { DropCategory, DropTheme } from '../rules.ts'
import type { DropPlan } from '../rules/plan.ts'
import type { PlanRefusal } from '../rules/plan-changes.ts'
import type { FieldChange } from '../rules/plan-fields.ts'
import type { PublishPoint } from '../rules/publish-checks.ts'
import { categoryWords } from '../words.ts'

/** The fields of a plan by name. */
const planLabels: Record<Exclude<keyof DropPlan, 'variants' | 'patches'>, string> = {
  name: 'Name',
  volume: 'Volume',
  slug: 'Address',
  dropNumber: 'Drop №',
  category: 'Category',
  tagline: 'Tagline',
  description: 'Description',
  story: 'Story',
  smallPrint: 'Small print',
  theme: 'Theme',
  ground: 'Ground',
  accent: 'Accent',
  artSeed: 'Drawing',
  units: 'Units',
  house: 'Set aside for the house',
  maxPerBuyer: 'Per buyer',
  unpaidPerNetwork: 'Unpaid holds per network',
  depositCents: 'Deposit',
  itemClass: 'Item class',
  launchAt: 'Opens',
  endAt: 'Ends',
}

const rowLabels: Record<string, string> = {
  name: 'name',
  description: 'description',
  caliber: 'caliber',
  barrel: 'barrel',
  finish: 'finish',
  priceCents: 'price',
  quantity: 'quantity',
  opensEarly: 'early access',
  position: 'place',
}

/** The four looks by name. */
export const themeWords: Record<DropTheme, string> = {
  guerrilla: 'Guerrilla: survey',
  outlaw: 'Outlaw: rosette',
  cyber: 'Cyber: scan',
  noir: 'Noir: blind',
}

/** Classes of items as people say them. */
export const classNames: Record<ItemClass, string> = {
  rifle: 'Rifle',
  sbr: 'Short-barreled rifle',
  sbs: 'Short-barreled shotgun',
  handgun: 'Handgun',
  suppressor: 'Suppressor',
  aow: 'Any other weapon',
  receiver: 'Receiver',
}

/** Plans in which the rows of a field are named. */
type Between = { before: DropPlan; after: DropPlan }

/** The name of a field: `Deposit`, `Field, price`. */
export function fieldLabel(field: string, { before, after }: Between): string {
  const row = /^(variants|patches)\.([^.]+)\.(.+)$/.exec(field)
  if (!row) return planLabels[field as keyof typeof planLabels] ?? field
  const [, list = 'variants', id, name = ''] = row
  const rows = [...after[list as 'variants' | 'patches'], ...before[list as 'variants' | 'patches']]
  const of = rows.find((other) => other.id === id && other.name !== '')?.name
  return `${of ?? (list === 'variants' ? 'New variant' : 'New patch')}, ${rowLabels[name] ?? name}`
}

/** The value of a field as it is shown; `none` where there is none. */
export function valueWords(field: string, value: string | undefined): string {
  if (value === undefined || value === '') return 'none'
  if (/cents$/i.test(field)) return formatCents(Number(value))
  if (field === 'theme') return themeWords[value as DropTheme] ?? value
  if (field === 'category') return categoryWords[value as DropCategory] ?? value
  if (field === 'itemClass') return classNames[value as ItemClass] ?? value
  if (field.endsWith('.opensEarly')) return value === 'true' ? 'yes' : 'no'
  return value
}

/** Changes in one sentence, as buyers read them: `units from 40 to 45; Field, price from $2,349 to $2,449`. */
export function changesWords(changes: readonly FieldChange[], between: Between): string {
  return changes
    .map(({ field, before, after }) => {
      const name = fieldLabel(field, between)
      const label = field.includes('.') ? name : name.toLowerCase()
      return `${label} from ${valueWords(field, before)} to ${valueWords(field, after)}`
    })
    .join('; ')
}

/** Why a field may not be changed now. */
export const planRefusalWords: Record<PlanRefusal, string> = {
  published_address: 'Published: links and certificates name it. It stays.',
  engraved_name: 'Numbers are held or sold under this name. It stays.',
  launched: 'The drop has opened. Its opening stays in the record.',
  ended: 'The run is closed. Only its description may still be corrected.',
  below_used: 'A higher number is held or sold. The run may not be smaller than that.',
  only_up: 'Buyers count on the size of the run. It may only grow.',
  house_used: 'One of these numbers is held or sold. Only open numbers may be kept.',
  patch_used: 'Orders hold or have bought this patch. It stays as they bought it.',
  patch_below_used: 'More pieces than this are held or sold.',
}

/** The points of the list before publishing: as a fact, and what to do while it is none. */
export const publishWords: Record<PublishPoint, { fact: string; todo: string }> = {
  licensee: {
    fact: 'The licensee is typed',
    todo: 'Type the legal name and license of the shop at Shop, Licensee: documents name them as maker and seller.',
  },
  name: { fact: 'It has a name', todo: 'Give the drop a name.' },
  address: {
    fact: 'Its address is free',
    todo: 'Choose an address that no other drop has: small letters, digits, dashes.',
  },
  drop_number: { fact: 'Its number is free', todo: 'Give it a drop number that no other drop has.' },
  story: { fact: 'Tagline and story are written', todo: 'Write a tagline, and a story or a description.' },
  units: { fact: 'The run has a size', todo: 'Say how many units are made: 1 to 1,000.' },
  house: {
    fact: 'Kept numbers are within the run',
    todo: 'Keep only numbers of the run, and leave at least one for buyers.',
  },
  variants: {
    fact: 'Variants say what they are',
    todo: 'Give every variant a name, caliber, barrel and finish. There must be at least one.',
  },
  prices: { fact: 'Every variant has a price', todo: 'Give every variant its price.' },
  deposit: { fact: 'Deposit and prices agree', todo: 'Set a deposit, at most the lowest price.' },
  patches: { fact: 'Patches are complete', todo: 'Give every patch a name, a price and how many there are.' },
  colors: { fact: 'Colors can be read', todo: 'Choose an accent with a contrast of at least 4.5 : 1.' },
  launch: {
    fact: 'The opening is to come',
    todo: 'Set an opening in the future, or none to open it by hand.',
  },
  end: {
    fact: 'The end follows the opening',
    todo: 'Set an end after the opening and in the future, or none.',
  },
}
