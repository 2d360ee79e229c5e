export type PlatformId = 'ar15' | 'ar9' | 'scorpion'

export const PART_STEPS = [
  'lower',
  'upper',
  'barrel',
  'stock',
  'handguard',
  'optics',
  'muzzle',
  'accessories',
] as const

export type PartStep = (typeof PART_STEPS)[number]

export type LowerStyle = 'forged' | 'billet' | 'polymer'
type UpperStyle = 'forward-assist' | 'slick'
export type StockStyle = 'sopmod' | 'skeleton' | 'brace' | 'folding-brace'
type HandguardStyle = 'slotted' | 'quad'
export type MuzzleStyle = 'birdcage' | 'prong' | 'linear'
type OpticStyle = 'red-dot' | 'scope'
export type AccessoryStyle = 'light' | 'sling' | 'sights' | 'grip'

/** Outer lengths in inches. A part not chosen yet still has a style, because it is shown in phantom line. */
export interface Build {
  readonly platform: PlatformId
  /** Barrel length as the law measures it: breech face to muzzle, muzzle device not counted. */
  readonly barrelIn: number
  readonly lower: LowerStyle
  readonly upper: UpperStyle
  readonly stock: StockStyle
  readonly handguard: { readonly style: HandguardStyle; readonly lengthIn: number }
  readonly muzzle: MuzzleStyle | null
  readonly optic: OpticStyle | null
  readonly accessories: readonly AccessoryStyle[]
  /** Shows in phantom line where a suppressor, a separate transfer, would go. */
  readonly suppressor: boolean
  /** Edition number engraved on the lower ("017"), not a serial number. */
  readonly engravedNumber?: string
}

const bare = { optic: 'red-dot', accessories: [], suppressor: false } as const

export const STARTING_BUILDS = {
  ar15: {
    platform: 'ar15',
    barrelIn: 10.3,
    lower: 'forged',
    upper: 'forward-assist',
    stock: 'sopmod',
    handguard: { style: 'slotted', lengthIn: 9.3 },
    muzzle: 'birdcage',
    ...bare,
  },
  ar9: {
    platform: 'ar9',
    barrelIn: 5.5,
    lower: 'billet',
    upper: 'slick',
    stock: 'brace',
    handguard: { style: 'slotted', lengthIn: 4.6 },
    muzzle: 'linear',
    ...bare,
  },
  scorpion: {
    platform: 'scorpion',
    barrelIn: 7.7,
    lower: 'polymer',
    upper: 'slick',
    stock: 'folding-brace',
    handguard: { style: 'slotted', lengthIn: 6.2 },
    muzzle: 'linear',
    ...bare,
  },
} as const satisfies Record<PlatformId, Build>
