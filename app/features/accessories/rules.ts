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

type ShippedGoods = Goods & { capacity: number | null; fits: Magazine['fits'] | null }

export function shippingStates(goods: ShippedGoods, rules: readonly StateRule[], now: Date) {
  const { capacity, fits } = goods
  const judged = states.map(({ code, name }) => {
    const shipment = { shipState: code }
    const verdicts = [
      judgeGoods(goods, shipment, rules, now),
      ...(capacity !== null && fits !== null
        ? [judgeMagazine({ capacity, fits }, shipment, rules, now)]
        : []),
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

export const isFiltered = (filter: AccessoryFilter) => accessoryQuery(filter).size > 0

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
