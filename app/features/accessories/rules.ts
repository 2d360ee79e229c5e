import { maxPieces } from '#app/catalog/rules.ts'
import {
  type StateRule,
  type Goods,
  judgeGoods,
  judgeMagazine,
  type Magazine,
} from '#app/features/compliance/rules.ts'
import { states } from '../compliance/rules/states.ts'

export type Category = { slug: string; name: string }

export const pictures = [
  'magazine-30',
  'magazine-10',
  'magazine-pistol',
  'loader',
  'coupler',
  'patch-noir',
  'patch-guerrilla',
  'patch-outlaw',
  'patch-cyber',
  'cover',
  'thread-protector',
  'rod',
  'light',
  'sling',
  'rail-covers',
  'pouch',
  'kit',
  'cable',
  'bottle',
] as const
export type Picture = (typeof pictures)[number]

export const maxQuantity = maxPieces.accessory

/** What a magazine fits; state limits depend on it. */
export const magazineFits = ['handgun', 'long_gun', 'both'] as const

export type Accessory = {
  id: string
  name: string
  priceCents: number
  description: string
  category: string
  image: Picture
  specs: string[]
  /** How many are neither held nor sold. */
  left: number
  featured: boolean
}

export function accessoryPath(id: string): string {
  return `/accessories/${encodeURIComponent(id)}`
}

export const shareFile = 'share.png'
export function shareCardPath(id: string): string {
  return `/art/accessories/${encodeURIComponent(id)}/${shareFile}`
}

export function picturePath(id: string, width: number): string {
  return `/art/accessories/${encodeURIComponent(id)}/${width}.webp`
}

export function isPatch(image: Picture): boolean {
  return image.startsWith('patch-')
}

export const fewLeft = 5

export type ShippedGoods = Goods & {
  magazine: Magazine | null
  needsAdultSignature: boolean
  isGroundOnly: boolean
}

export type ShippingStates = { refused: string[]; reviewed: string[] }

export function shippingStates(goods: ShippedGoods, rules: readonly StateRule[], now: Date): ShippingStates {
  const judged = states.map(({ code, name }) => {
    const shipment = { shipState: code }
    const verdicts = [
      judgeGoods(goods, shipment, rules, now),
      ...(goods.magazine ? [judgeMagazine(goods.magazine, shipment, rules, now)] : []),
    ]
    return { name, outcomes: verdicts.map(({ outcome }) => outcome) }
  })
  const refused = judged.filter(({ outcomes }) => outcomes.includes('refused'))
  const reviewed = judged.filter(
    ({ outcomes }) => outcomes.includes('review') && !outcomes.includes('refused'),
  )
  return { refused: refused.map(({ name }) => name), reviewed: reviewed.map(({ name }) => name) }
}

export type AccessoryFilter = { search: string; category: string }

export function isFiltered({ search, category }: AccessoryFilter): boolean {
  return search.trim() !== '' || category !== 'all'
}

const maxSearchLength = 80

export function parseAccessoryFilter(
  query: URLSearchParams,
  categories: readonly Pick<Category, 'slug'>[],
): AccessoryFilter {
  const requested = query.get('category')
  return {
    search: (query.get('q') ?? '').slice(0, maxSearchLength),
    category: categories.find(({ slug }) => slug === requested)?.slug ?? 'all',
  }
}

export function accessoryQuery({ search, category }: AccessoryFilter): URLSearchParams {
  return new URLSearchParams({
    ...(search.trim() && { q: search }),
    ...(category !== 'all' && { category }),
  })
}

export const specsPerCard = 3

/** Magazine limits by state, in rounds, and the oldest date any rule was checked. */
export type MagazineLimits = {
  checkedOn: string | null
  states: { state: string; handgun: number | null; longGun: number | null }[]
}

type MagazineRule = {
  name: string
  asOf: string
  magazineLimitHandgun: number | null
  magazineLimitLongGun: number | null
}

export function magazineLimits(rules: readonly MagazineRule[]): MagazineLimits {
  const limited = rules.filter((rule) => rule.magazineLimitHandgun ?? rule.magazineLimitLongGun)
  return {
    checkedOn: rules.map(({ asOf }) => asOf).toSorted()[0] ?? null,
    states: limited.map(({ name, magazineLimitHandgun, magazineLimitLongGun }) => ({
      state: name,
      handgun: magazineLimitHandgun,
      longGun: magazineLimitLongGun,
    })),
  }
}
