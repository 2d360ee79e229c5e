import type { SampleDrop } from '../sample-drop.ts'

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
    basePrice: 319_900,
    launch: { days: -421, hour: 12 },
    end: { days: -407, hour: 18 },
    soldOutAfterMinutes: 18 * 60 + 26,
    taken: 'all',
    variants: [
      {
        name: 'Brushed',
        description: '5.56, 10.3 in barrel, receiver brushed along its length, clear hard coat.',
      },
      {
        name: 'Dark',
        description: '5.56, 10.3 in barrel, the same brushed receiver under a black hard coat.',
      },
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
    basePrice: 229_900,
    launch: { days: -302, hour: 12 },
    end: { days: -281, hour: 18 },
    soldOutAfterMinutes: 3 * 24 * 60 + 4 * 60 + 11,
    taken: 'all',
    variants: [
      { name: 'Copper', description: '5.56, 11.5 in barrel, engine-turned plate with copper fill.' },
      {
        name: 'Smoke',
        description: '5.56, 11.5 in barrel, engine-turned plate left bare under a gray coat.',
      },
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
    basePrice: 199_900,
    launch: { days: -171, hour: 12 },
    end: { days: -141, hour: 18 },
    soldOutAfterMinutes: null,
    taken: allBut(80, [29, 35, 37, 39, 41, 46, 49, 51, 53, 54, 57, 58, 59, 61, 62, 63, 67, 71, 73]),
    variants: [
      {
        name: 'Manila',
        description: '9 mm, 8 in barrel, card-colored furniture, columns marked along the handguard.',
      },
      {
        name: 'Reject',
        description: '9 mm, 8 in barrel, black furniture, the warning engraved under the dust cover.',
      },
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
    basePrice: 249_900,
    launch: { days: -11, hour: 12 },
    end: { days: 7, hour: 18 },
    soldOutAfterMinutes: null,
    taken: [
      1, 2, 3, 5, 8, 9, 10, 11, 12, 13, 17, 18, 20, 21, 22, 23, 25, 27, 30, 33, 34, 38, 40, 42, 45, 47, 50,
    ],
    variants: [
      {
        name: 'Field',
        description: '5.56, 10.3 in barrel, matte green-gray coat, contour marks on the handguard.',
      },
      { name: 'Night', description: '5.56, 10.3 in barrel, the same marks under a black coat.' },
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
    basePrice: 289_900,
    launch: { days: -5, hour: 12 },
    end: null,
    soldOutAfterMinutes: 41,
    taken: 'all',
    variants: [
      { name: 'Unlit', description: '5.56, 10.3 in barrel, black hard coat, number left unfilled.' },
      {
        name: 'Lamp',
        description: '5.56, 10.3 in barrel, the same coat, one warm line along the rail.',
      },
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
    basePrice: 269_900,
    launch: { days: 9, hour: 12 },
    end: { days: 23, hour: 18 },
    soldOutAfterMinutes: null,
    taken: [],
    variants: [
      {
        name: 'Scan',
        description: '9 mm, 6.9 in barrel, cool gray coat, profile engraved along the receiver.',
      },
      { name: 'Null', description: '9 mm, 6.9 in barrel, bare coat without a profile, number only.' },
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
]

function allBut(total: number, unsold: number[]): number[] {
  return Array.from({ length: total }, (_, at) => at + 1).filter((number) => !unsold.includes(number))
}
