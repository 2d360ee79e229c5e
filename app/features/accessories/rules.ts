/** The product categories of the specification, in the order of their tabs. */
export const categories = ['magazines', 'patches', 'suppressor', 'gear', 'maintenance'] as const
export type Category = (typeof categories)[number]

/** The available drawings. */
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

/** The highest quantity of one product in an order. */
export const maxQuantity = 20

/** The state of a hold: held while its buyer checks out, or sold. */
export const holdStates = ['held', 'sold'] as const

/** What a magazine fits; state limits depend on it. */
export const magazineFits = ['handgun', 'long_gun', 'both'] as const

/** A product for pages. Price in US cents. */
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

/** The filter: search words, and one category or all. */
export type AccessoryFilter = { search: string; category: Category | 'all' }

/** Products that match the search, ignoring case, and the category. */
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

/** Is any filter set? */
export function isFiltered({ search, category }: AccessoryFilter): boolean {
  return search.trim() !== '' || category !== 'all'
}

/** How many of a product's specs its card lists. */
export const specsPerCard = 3

/** Magazine limits by state, in rounds, and the oldest date any rule was checked. */
export type MagazineLimits = {
  checkedOn: string | null
  states: { state: string; handgun: number | null; longGun: number | null }[]
}

/** The magazine part of a state's rule. */
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
