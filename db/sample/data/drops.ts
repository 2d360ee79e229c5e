import type { drops, patches } from '#app/features/drops/tables.ts'

/** Days after the installation (negative: before), and the hour in the shop's zone. */
export type RelativeHour = { days: number; hour: number }

type Drop = typeof drops.$inferInsert

/** Its dates are relative to the installation. */
export type SampleDrop = Omit<
  Drop,
  'id' | 'launchDate' | 'endDate' | 'soldOutAt' | 'story' | 'tagline' | 'description'
> & {
  tagline: string
  description: string
  /** Paragraphs, stored with empty lines between them. */
  story: string[]
  launch: RelativeHour
  end: RelativeHour | null
  /** Minutes from the launch until the last unit was taken. */
  soldOutAfterMinutes: number | null
  taken: number[] | 'all'
  variants: [name: string, description: string, finish: string][]
  patches: Omit<typeof patches.$inferInsert, 'id' | 'dropId'>[]
}

/** The sample catalog's drops: every status, category and theme. Each story explains its drop's own artwork. */
export const sampleDrops: SampleDrop[] = [
  {
    slug: 'founders',
    name: 'Founders',
    tagline: 'Twenty-five rifles, and the light they were finished in.',
    description:
      'The first drop: twenty-five short-barreled rifles with a brushed receiver and a deep-cut number, sold as a numbered set and closed for good.',
    story: [
      'The first drop had to show what every later one would keep to: each number is cut once, and the run is exactly as long as its drawing.',
      'The drawing is light through a blind, falling on the brushed plate that carries the number. It has twenty-five slats, one for each rifle. While a unit was open its slat let the light through; as units were taken the slats closed, from full light to the thin seam you see now.',
      'Founders sold out within a day. Its numbers are retired, and the closed drawing is kept here as the record of the run.',
    ],
    status: 'archived',
    category: 'grail',
    theme: 'noir',
    dropNumber: 1,
    totalUnits: 25,
    caliber: '5.56 NATO',
    barrel: '10.3 in',
    basePrice: 319_900,
    launch: { days: -421, hour: 12 },
    end: { days: -407, hour: 18 },
    soldOutAfterMinutes: 18 * 60 + 26,
    taken: 'all',
    variants: [
      [
        'Brushed',
        '5.56, 10.3 in barrel, receiver brushed along its length, clear hard coat.',
        'Brushed, clear hard coat',
      ],
      [
        'Dark',
        '5.56, 10.3 in barrel, the same brushed receiver under a black hard coat.',
        'Brushed, black hard coat',
      ],
    ],
    patches: [],
  },
  {
    slug: 'outlaw-vol-1',
    name: 'Outlaw Vol. 1',
    tagline: 'Forty strands. Pull one and the rosette knows.',
    description:
      'Forty short-barreled rifles with an engine-turned plate filled in copper, drawn after the rosettes that once protected share certificates.',
    story: [
      'Paper money was once protected by a pattern that no hand could draw twice: the engine-turned rosette, cut by a machine of gears and cams. Vol. 1 borrows that idea for a rifle that can be told from any copy.',
      'The rosette has three rings, and every number owns one strand in each of them. Strand and number share the same step round the circle, so number 1 and number 40 lie side by side and number 21 runs opposite number 1.',
      'All forty strands are taken, and the pattern is complete. The plate on each receiver carries a cutting of it, and the whole rosette is printed on the certificate.',
    ],
    status: 'archived',
    category: 'hype',
    theme: 'outlaw',
    dropNumber: 2,
    totalUnits: 40,
    caliber: '5.56 NATO',
    barrel: '11.5 in',
    basePrice: 229_900,
    launch: { days: -302, hour: 12 },
    end: { days: -281, hour: 18 },
    soldOutAfterMinutes: 3 * 24 * 60 + 4 * 60 + 11,
    taken: 'all',
    variants: [
      ['Copper', '5.56, 11.5 in barrel, engine-turned plate with copper fill.', 'Engine-turned, copper fill'],
      [
        'Smoke',
        '5.56, 11.5 in barrel, engine-turned plate left bare under a gray coat.',
        'Engine-turned, gray coat',
      ],
    ],
    patches: [
      {
        name: 'Outlaw Vol. 1, rosette',
        description: 'Copper thread over black twill, 3.5 in, hook backing.',
        price: 3_000,
        grantsEarlyAccess: false,
        availableQuantity: 80,
        soldQuantity: 80,
      },
    ],
  },
  {
    slug: 'do-not-fold-spindle-or-engrave',
    name: 'Do Not Fold, Spindle or Engrave',
    tagline: 'Eighty columns. We read the warning, then engraved it anyway.',
    description:
      'A joke with a serial number: eighty short-barreled rifles for everybody who ever fed a punched card into a machine that said no.',
    story: [
      'Punched cards had eighty columns and came with a warning not to fold, spindle or mutilate them. A licensed manufacturer has to engrave every receiver by law. Somebody was going to put the two together.',
      'The drawing is a scan: eighty passes over the drop number as if it stood in relief, one pass for each column and so for each unit. A pass stays bright while its number is open and goes quiet when it is taken.',
      'Not every column was punched. Sixty-one numbers found an owner before the window closed; the other nineteen were never made and never will be, and their passes stay bright in the archive.',
    ],
    status: 'archived',
    category: 'meme',
    theme: 'cyber',
    dropNumber: 3,
    totalUnits: 80,
    caliber: '9×19 mm',
    barrel: '8 in',
    basePrice: 199_900,
    launch: { days: -171, hour: 12 },
    end: { days: -141, hour: 18 },
    soldOutAfterMinutes: null,
    taken: allBut(80, [29, 35, 37, 39, 41, 46, 49, 51, 53, 54, 57, 58, 59, 61, 62, 63, 67, 71, 73]),
    variants: [
      [
        'Manila',
        '9 mm, 8 in barrel, card-colored furniture, columns marked along the handguard.',
        'Manila, card-colored furniture',
      ],
      [
        'Reject',
        '9 mm, 8 in barrel, black furniture, the warning engraved under the dust cover.',
        'Hard coat',
      ],
    ],
    patches: [
      {
        name: 'Column eighty',
        description: 'A card in miniature, punched in thread, 3.5 in, hook backing.',
        price: 2_400,
        grantsEarlyAccess: false,
        availableQuantity: 120,
        soldQuantity: 94,
      },
    ],
  },
  {
    slug: 'guerrilla-vol-1',
    name: 'Guerrilla Vol. 1',
    tagline: 'Fifty rifles. One hill. Every owner holds a line of it.',
    description:
      'Fifty short-barreled rifles in a field finish, numbered 1 to 50. One survey sheet, fifty contours, one contour for each rifle.',
    story: [
      'Vol. 1 began as a survey sheet. We took one hill, drew it in fifty contours, and gave each rifle a line.',
      'The lowest line goes to number 1, the summit to number 50. Every fifth line is drawn heavier and carries its number, as on any map made for walking. Yours is printed on the certificate and shown on this page for as long as the drop exists.',
      'When the run closes, the sheet is finished. We archive the drawing in the Vault and the numbers are not reused.',
    ],
    status: 'live',
    category: 'prestige',
    theme: 'guerrilla',
    dropNumber: 4,
    totalUnits: 50,
    caliber: '5.56 NATO',
    barrel: '10.3 in',
    basePrice: 249_900,
    launch: { days: -11, hour: 12 },
    end: { days: 7, hour: 18 },
    soldOutAfterMinutes: null,
    taken: [
      1, 2, 3, 5, 8, 9, 10, 11, 12, 13, 17, 18, 20, 21, 22, 23, 25, 27, 30, 33, 34, 38, 40, 42, 45, 47, 50,
    ],
    variants: [
      [
        'Field',
        '5.56, 10.3 in barrel, matte green-gray coat, contour marks on the handguard.',
        'Matte green-gray',
      ],
      ['Night', '5.56, 10.3 in barrel, the same marks under a black coat.', 'Matte black'],
    ],
    patches: [
      {
        name: 'Guerrilla Vol. 1, field',
        description: 'Eight thread values over twill, 3.5 in, hook backing.',
        price: 3_500,
        grantsEarlyAccess: true,
        availableQuantity: 100,
        soldQuantity: 38,
      },
      {
        name: 'Guerrilla Vol. 1, night',
        description: 'Two grays on black. No early access.',
        price: 2_800,
        grantsEarlyAccess: false,
        availableQuantity: 60,
        soldQuantity: 60,
      },
    ],
  },
  {
    slug: 'noir-vol-1',
    name: 'Noir Vol. 1',
    tagline: 'Thirty slats between the street and the room.',
    description:
      'Thirty short-barreled rifles, black on black, whose number can be read only when light falls across it.',
    story: [
      'In a black room you see what a lamp outside lets you see. Vol. 1 is finished so that its number behaves the same way: cut deep, left unfilled, and readable only when light falls across the plate.',
      'The drawing is that light. Thirty slats stand for thirty rifles; an open unit lets its stripe through and a taken one shuts it. The number in the plate is lit by the same stripes, so it grew darker with every unit that went.',
      'The last slat shut forty-one minutes after the launch. A unit that comes back is open at once, and the waitlist is told in its order.',
    ],
    status: 'sold_out',
    category: 'grail',
    theme: 'noir',
    dropNumber: 5,
    totalUnits: 30,
    caliber: '5.56 NATO',
    barrel: '10.3 in',
    basePrice: 289_900,
    launch: { days: -5, hour: 12 },
    end: null,
    soldOutAfterMinutes: 41,
    taken: 'all',
    variants: [
      [
        'Unlit',
        '5.56, 10.3 in barrel, black hard coat, number left unfilled.',
        'Black hard coat, number unfilled',
      ],
      [
        'Lamp',
        '5.56, 10.3 in barrel, the same coat, one warm line along the rail.',
        'Black hard coat, one warm line',
      ],
    ],
    patches: [
      {
        name: 'Noir Vol. 1, blind',
        description: 'Five blacks and one warm thread, 3.5 in, hook backing.',
        price: 3_000,
        grantsEarlyAccess: false,
        availableQuantity: 60,
        soldQuantity: 44,
      },
    ],
  },
  {
    slug: 'cyber-vol-1',
    name: 'Cyber Vol. 1',
    tagline: 'Forty-eight passes over one number.',
    description:
      'Forty-eight short-barreled rifles in a cool gray finish, each engraved with its own pass of the scan that made the drawing.',
    story: [
      'To check an engraving you scan it: pass by pass, each a thin profile of what stands and what is cut away. Put the passes side by side and the number appears.',
      'Vol. 1 is drawn that way. Forty-eight passes cross the drop number from its head to its foot, one for each rifle, and no single pass shows the number alone. It takes the whole run to read it.',
      'Each pass lights up when the drop opens and goes quiet when its unit is taken. Your own profile is printed on the certificate beside your number.',
    ],
    status: 'coming_soon',
    category: 'hype',
    theme: 'cyber',
    dropNumber: 6,
    totalUnits: 48,
    caliber: '9×19 mm',
    barrel: '6.9 in',
    basePrice: 269_900,
    launch: { days: 9, hour: 12 },
    end: { days: 23, hour: 18 },
    soldOutAfterMinutes: null,
    taken: [],
    variants: [
      [
        'Scan',
        '9 mm, 6.9 in barrel, cool gray coat, profile engraved along the receiver.',
        'Cool gray, engraved profile',
      ],
      ['Null', '9 mm, 6.9 in barrel, bare coat without a profile, number only.', 'Cool gray, number only'],
    ],
    patches: [
      {
        name: 'Cyber Vol. 1, first pass',
        description:
          'Reflective gray over navy twill, 3.5 in, hook backing. Opens reservation 24 hours early.',
        price: 3_800,
        grantsEarlyAccess: true,
        availableQuantity: 96,
        soldQuantity: 17,
      },
      {
        name: 'Cyber Vol. 1, last pass',
        description: 'Slats of light in grays on black, 3.5 in, hook backing. No early access.',
        price: 2_800,
        grantsEarlyAccess: false,
        availableQuantity: 96,
        soldQuantity: 0,
      },
    ],
  },
  {
    slug: 'guerrilla-window-1',
    name: 'Guerrilla',
    smallBatch: 'guerrilla',
    tagline: 'Field finish, survey engraving.',
    description:
      'A build window of fifteen short-barreled rifles in a field finish, with a survey sheet engraved around the receiver.',
    story: [
      'A survey sheet says where the ground rises, and nothing else. The Guerrilla line carries one on the receiver: contours cut shallow around a matte field finish that is meant to be worn. Each build of the window owns one contour of the sheet, and the sheet is engraved whole on all of them.',
    ],
    status: 'live',
    category: 'prestige',
    theme: 'guerrilla',
    artSeed: 'small-batch-guerrilla',
    dropNumber: 7,
    totalUnits: 15,
    maxPerBuyer: 2,
    caliber: '5.56 NATO',
    barrel: '10.3 in',
    basePrice: 229_900,
    launch: { days: -12, hour: 12 },
    end: { days: 23, hour: 18 },
    soldOutAfterMinutes: null,
    taken: [1, 2, 3, 5, 7, 8, 11, 12, 14],
    variants: [
      [
        'Field',
        '5.56, 10.3 in barrel, survey sheet engraved around the receiver, your number on its contour.',
        'Matte green-gray ceramic',
      ],
    ],
    patches: [],
  },
  {
    slug: 'outlaw-window-1',
    name: 'Outlaw',
    smallBatch: 'outlaw',
    tagline: 'Engine-turned plate, copper fill.',
    description:
      'A build window of ten short-barreled rifles with an engine-turned side plate, filled with copper by hand.',
    story: [
      'Share certificates were once protected by rosettes that only one machine could draw. The Outlaw line takes the rosette to the side plate: engine-turned, filled with copper by hand and lapped flush. There are ten strands to a ring, and one build to a strand.',
    ],
    status: 'coming_soon',
    category: 'prestige',
    theme: 'outlaw',
    artSeed: 'small-batch-outlaw',
    dropNumber: 8,
    totalUnits: 10,
    maxPerBuyer: 1,
    caliber: '.300 Blackout',
    barrel: '8.5 in',
    basePrice: 274_900,
    launch: { days: 38, hour: 12 },
    end: { days: 66, hour: 18 },
    soldOutAfterMinutes: null,
    taken: [],
    variants: [
      [
        'Copper',
        '.300, 8.5 in barrel, engine-turned side plate, your number inside the rosette.',
        'Engine-turned, copper fill',
      ],
    ],
    patches: [],
  },
  {
    slug: 'cyber-window-1',
    name: 'Cyber',
    smallBatch: 'cyber',
    tagline: 'Scanned serial, cool gray finish.',
    description:
      'A build window of eight short-barreled rifles, each with one pass of a relief scan engraved over its numeral.',
    story: [
      'The Cyber line reads its own number. The plate is scanned in eight passes while the numeral is still a relief, and the passes are engraved over it as they came from the scanner. Eight passes, eight builds: the smallest window there is.',
    ],
    status: 'coming_soon',
    category: 'prestige',
    theme: 'cyber',
    artSeed: 'small-batch-cyber',
    dropNumber: 9,
    totalUnits: 8,
    maxPerBuyer: 1,
    caliber: '9×19 mm',
    barrel: '5.5 in',
    basePrice: 249_900,
    launch: { days: 94, hour: 12 },
    end: { days: 115, hour: 18 },
    soldOutAfterMinutes: null,
    taken: [],
    variants: [
      [
        'Scanned',
        '9 mm, 5.5 in barrel, relief scan of the numeral in eight passes, yours marked at its edge.',
        'Cool gray anodized',
      ],
    ],
    patches: [],
  },
]

function allBut(total: number, unsold: number[]): number[] {
  return Array.from({ length: total }, (_, at) => at + 1).filter((number) => !unsold.includes(number))
}
