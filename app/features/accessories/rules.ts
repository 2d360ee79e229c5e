/** The product categories of the specification, in the order of their tabs. */
export const categories = ['magazines', 'patches', 'suppressor', 'gear', 'maintenance'] as const
export type Category = (typeof categories)[number]

/** The drawings there are. */
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

/** How many pieces of one product an order may have. */
export const maxQuantity = 20

/** Where pieces of an order stand: held while its buyer checks out, or sold. */
export const holdStates = ['held', 'sold'] as const

/** What a magazine fits, as the limits of states tell magazines apart. */
export const magazineFits = ['handgun', 'long_gun', 'both'] as const

/** A product as pages show it. The price in US cents. */
export type Accessory = {
  id: string
  name: string
  priceCents: number
  description: string
  category: Category
  image: Picture
  specs: string[]
  inStock: boolean
  featured: boolean
}

/** What the visitor asked to see: words, and one category or all of them. */
export type AccessoryFilter = { search: string; category: Category | 'all' }

/** Products that match: the words in name or description whatever their case, and the category. */
export function filterAccessories<P extends Pick<Accessory, 'name' | 'description' | 'category'>>(
  listed: readonly P[],
  { search, category }: AccessoryFilter,
): P[] {
  const needle = search.trim().toLowerCase()
  return listed.filter(
    (product) =>
      (category === 'all' || product.category === category) &&
      [product.name, product.description].some((text) => text.toLowerCase().includes(needle)),
  )
}

/** Is anything left out? */
export function isFiltered({ search, category }: AccessoryFilter): boolean {
  return search.trim() !== '' || category !== 'all'
}

/** How many of a product's specs its card lists. */
export const specsPerCard = 3

/** The limits on magazines by state, in rounds, and the earliest day on which any of the rules was last checked. */
export type MagazineLimits = {
  checkedOn: string | null
  states: { state: string; handgun: number | null; longGun: number | null }[]
}

/** A state's rule as far as it is about magazines. */
type MagazineRule = {
  name: string
  asOf: string
  magazineLimitHandgun: number | null
  magazineLimitLongGun: number | null
}

/** The states that limit magazines, by name. */
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
