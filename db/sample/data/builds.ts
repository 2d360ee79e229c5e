import type { conversions, buildParts, factoryPackages, platforms } from '#app/features/builds/tables.ts'
import type { Drawing } from '#app/features/builds/store.server.ts'
import type { Outline, Selection } from '#app/features/builds/rules.ts'

type SamplePlatform = Omit<typeof platforms.$inferInsert, 'position' | 'availableAt'> & {
  isAvailable: boolean
}
type SamplePart = Omit<typeof buildParts.$inferInsert, 'position' | 'outline' | 'excludes'> & {
  outline: Outline
  excludes: string[]
}
type SamplePackage = Omit<typeof factoryPackages.$inferInsert, 'position' | 'drawing' | 'selection'> & {
  drawing: Drawing
  selection?: Selection
}
type SampleConversion = Omit<typeof conversions.$inferInsert, 'position' | 'drawing'> & { drawing: Drawing }

/** Three platforms that can be built, then seven that are coming, with their dates as they were announced. */
export const samplePlatforms: SamplePlatform[] = [
  {
    id: 'ar15',
    name: 'AR-15',
    calibers: ['5.56 NATO', '.300 BLK'],
    startingPriceCents: 189_900,
    description:
      'The full-size pattern: three barrel lengths, two chamberings, and the most choices at every step.',
    specs: [
      '5.56 NATO or .300 BLK',
      '7.5, 10.3 or 14.5 in barrel',
      'Transferred on Form 4',
      'Forged or billet lower',
    ],
    isAvailable: true,
  },
  {
    id: 'ar9',
    name: 'AR-9',
    calibers: ['9×19 mm'],
    startingPriceCents: 179_900,
    description:
      'The 9 mm carbine on familiar controls, with a raked magazine well for double-stack magazines.',
    specs: ['9×19 mm', '5.5 or 8 in barrel', 'With a pistol brace', 'Billet 9 mm lower'],
    isAvailable: true,
  },
  {
    id: 'scorpion',
    name: 'Scorpion',
    calibers: ['9×19 mm'],
    startingPriceCents: 229_900,
    description:
      'A compact polymer carbine with a full-length rail, short enough folded for the smallest case.',
    specs: ['9×19 mm', '7.7 or 9.6 in barrel', 'Folds to the left', 'Polymer frame'],
    isAvailable: true,
  },
  {
    id: 'vector',
    name: 'Vector',
    calibers: ['.45 ACP', '9×19 mm'],
    startingPriceCents: 259_900,
    description: 'An in-line carbine with its bore at the height of the hand.',
    specs: ['.45 ACP or 9×19 mm', '5.5 or 8 in barrel', 'Folding stock'],
    isAvailable: false,
    expected: 'Q2 2024',
    hypeText: 'The lowest bore line of any carbine we have had on the bench.',
  },
  {
    id: 'ruger-pc',
    name: 'Ruger PC',
    calibers: ['9×19 mm'],
    startingPriceCents: 169_900,
    description: 'A takedown carbine that parts in the middle and packs in half its length.',
    specs: ['9×19 mm', 'Takedown', 'Chassis or classic stock'],
    isAvailable: false,
    expected: 'Q2 2024',
    hypeText: 'Our lowest starting price, and it still comes apart in the middle.',
  },
  {
    id: 'ak-platform',
    name: 'AK',
    calibers: ['7.62×39 mm', '5.45×39 mm'],
    startingPriceCents: 199_900,
    description: 'A milled or stamped short rifle with a rail that holds its zero.',
    specs: ['7.62×39 or 5.45×39 mm', '8 to 12.5 in barrel', 'Side-folding stock'],
    isAvailable: false,
    expected: 'Q3 2024',
    hypeText: 'A short AK, fitted by hand rather than by hammer.',
  },
  {
    id: 'sig-mpx',
    name: 'SIG MPX',
    calibers: ['9×19 mm'],
    startingPriceCents: 279_900,
    description: 'A gas-operated 9 mm carbine with a closed, rotating bolt.',
    specs: ['9×19 mm', '4.5, 6.5 or 8 in barrel', 'Telescoping stock'],
    isAvailable: false,
    expected: 'Q3 2024',
    hypeText: 'Gas-operated, so it stays soft with a suppressor in front of it.',
  },
  {
    id: 'bt-apc9',
    name: 'B&T APC9',
    calibers: ['9×19 mm'],
    startingPriceCents: 329_900,
    description: 'A Swiss-made carbine, registered and finished here.',
    specs: ['9×19 mm', '4.3 or 6.9 in barrel', 'Folding stock'],
    isAvailable: false,
    expected: 'Q4 2024',
    hypeText: 'Swiss receivers in small numbers: the list decides who is asked first.',
  },
  {
    id: 'hk-mp5',
    name: 'MP5',
    calibers: ['9×19 mm'],
    startingPriceCents: 289_900,
    description: 'The roller-delayed classic, built on a fresh receiver.',
    specs: ['9×19 mm', '4.6 or 8.9 in barrel', 'A2 or retractable stock'],
    isAvailable: false,
    expected: 'Q4 2024',
    hypeText: 'Roller-delayed, with the trigger group everybody remembers.',
  },
  {
    id: 'fn-ps90',
    name: 'PS90',
    calibers: ['5.7×28 mm'],
    startingPriceCents: 219_900,
    description: 'A bullpup shortened to the length it was drawn with.',
    specs: ['5.7×28 mm', '10.4 in barrel', 'Bullpup'],
    isAvailable: false,
    expected: '2025',
    hypeText: 'The shortest way to carry fifty rounds of 5.7.',
  },
]

/** In the order of their drawers; without a platform, shared by all. Nominal outer lengths of the listings, in inches; barrels from the breech face, as in law. */
export const sampleParts: SamplePart[] = [
  part('ar15', 'lower', 'forged-lower', 'Forged lower', 18_900, {
    description: 'The standard 7075-T6 forging, light and strong, engraved in house with your number.',
    specs: ['Hard anodized', 'Engraved with your number'],
    tags: ['5.56', '.300 BLK'],
    outline: { lower: 'forged' },
  }),
  part('ar15', 'lower', 'billet-lower', 'Billet lower', 34_900, {
    description:
      'Machined from one bar, with a flared magazine well for faster reloads and controls for both hands.',
    specs: ['Flared well', 'Ambidextrous controls'],
    tags: ['5.56', '.300 BLK'],
    outline: { lower: 'billet' },
  }),
  part('ar15', 'upper', 'upper-556', 'Forged upper, 5.56', 21_900, {
    description:
      'The upper most owners choose: flat top, forward assist, and the widest choice of ammunition.',
    specs: ['5.56 NATO', 'Forward assist'],
    tags: ['5.56'],
    outline: { upper: 'forward-assist' },
  }),
  part('ar15', 'upper', 'upper-300', 'Slick-side upper, .300 BLK', 25_900, {
    description: 'Chambered for heavy, quiet .300 BLK, with a clean right side and no forward assist.',
    specs: ['.300 BLK', 'Slick side'],
    tags: ['.300 BLK'],
    outline: { upper: 'slick' },
  }),
  part('ar15', 'barrel', 'barrel-7-5', '7.5 in barrel', 20_900, {
    description:
      'The shortest barrel we fit: easy in a vehicle and at home in .300 BLK, but loud without a suppressor.',
    specs: ['7.5 in', 'Pistol-length gas', '1:7 twist'],
    tags: ['5.56', '.300 BLK'],
    outline: { barrelIn: 7.5 },
  }),
  part('ar15', 'barrel', 'barrel-10-3', '10.3 in barrel', 24_900, {
    description:
      'The service clone length: short enough for doorways, long enough to run on any common load.',
    specs: ['10.3 in', 'Carbine-length gas', '1:7 twist'],
    tags: ['5.56'],
    outline: { barrelIn: 10.3 },
  }),
  part('ar15', 'barrel', 'barrel-14-5', '14.5 in barrel', 27_900, {
    description:
      'Four inches more for velocity and a softer gas system, and it still handles like a carbine.',
    specs: ['14.5 in', 'Mid-length gas', '1:7 twist'],
    tags: ['5.56'],
    outline: { barrelIn: 14.5 },
  }),
  part('ar15', 'stock', 'sopmod-stock', 'SOPMOD stock', 12_900, {
    description: 'A wide cheek weld for an optic, six positions, and two sealed tubes for batteries.',
    specs: ['Storage tubes', 'Rubber pad'],
    tags: ['Form 4 SBR only'],
    outline: { stock: 'sopmod' },
  }),
  part('ar15', 'stock', 'skeleton-stock', 'Skeleton stock', 9_900, {
    description: 'An open frame at half the weight, for a rifle that is carried more than it is rested.',
    specs: ['Six positions', '205 g'],
    tags: ['Form 4 SBR only'],
    outline: { stock: 'skeleton' },
  }),
  part('ar15', 'handguard', 'slotted-handguard', '9.3 in slotted handguard', 18_900, {
    description:
      'An octagonal free-float tube that keeps weight and heat off the hand, slotted for lights and slings.',
    specs: ['Slots on seven faces', 'Sling sockets'],
    tags: ['10.3 in and up'],
    outline: { handguard: { style: 'slotted', lengthIn: 9.3 } },
  }),
  part('ar15', 'handguard', 'quad-rail', '9.5 in quad rail', 25_900, {
    description: 'Four full rails in the clone style, for those who mount something on every side.',
    specs: ['Free float', 'Numbered rails'],
    tags: ['10.3 in and up'],
    outline: { handguard: { style: 'quad', lengthIn: 9.5 } },
  }),
  part('ar15', 'muzzle', 'birdcage', 'Birdcage flash hider', 1_200, {
    description:
      'The classic flash hider, closed at the bottom so that it stirs up no dust when you shoot prone.',
    specs: ['1/2-28 thread'],
    tags: ['5.56'],
    outline: { muzzle: 'birdcage' },
  }),
  part('ar15', 'muzzle', 'three-prong', 'Three-prong, quick detach', 11_900, {
    description: 'Hides flash and takes a quick-detach suppressor, so choose it if a suppressor may follow.',
    specs: ['1/2-28 thread', 'Quick-detach mount'],
    tags: ['Suppressor-ready'],
    outline: { muzzle: 'prong' },
  }),

  part('ar9', 'lower', 'lower-9mm', '9 mm lower', 22_900, {
    description:
      'A billet lower with a raked well that takes double-stack magazines and holds open on the last round.',
    specs: ['Billet', 'Last-round hold-open'],
    tags: ['9 mm'],
    outline: { lower: 'billet' },
  }),
  part('ar9', 'upper', 'upper-9mm', '9 mm upper', 23_900, {
    description: 'A slick-sided 9 mm upper whose short port and deflector keep cases off the shooter.',
    specs: ['9×19 mm', 'Slick side'],
    tags: ['9 mm'],
    outline: { upper: 'slick' },
  }),
  part('ar9', 'barrel', 'barrel-5-5', '5.5 in barrel', 16_900, {
    description: 'The compact choice: ends right behind a suppressor and fits the smallest case.',
    specs: ['5.5 in', '1:10 twist', 'Threaded'],
    tags: ['9 mm'],
    outline: { barrelIn: 5.5 },
  }),
  part('ar9', 'barrel', 'barrel-8', '8 in barrel', 18_900, {
    description:
      'Adds velocity and moves the balance forward, for a carbine that swings slower and steadier.',
    specs: ['8 in', '1:10 twist', 'Threaded'],
    tags: ['9 mm'],
    outline: { barrelIn: 8 },
  }),
  part('ar9', 'stock', 'brace', 'Stabilizing brace', 14_900, {
    description: 'A blade with a strap for the forearm in place of a stock, which makes the build a handgun.',
    specs: ['Adjustable', 'Sling socket'],
    tags: ['Pistol builds'],
    outline: { stock: 'brace' },
  }),
  part('ar9', 'handguard', 'slim-handguard', '4.6 in handguard', 15_900, {
    description: 'A slim free-float tube with slots on three faces, as long as the short barrel allows.',
    specs: ['4.6 in', 'Slots on three faces'],
    tags: ['9 mm'],
    outline: { handguard: { style: 'slotted', lengthIn: 4.6 } },
  }),
  part('ar9', 'muzzle', 'linear-comp-ar9', 'Linear compensator', 7_900, {
    description: 'Sends blast and noise forward, away from the shooter and whoever stands beside.',
    specs: ['1/2-28 thread'],
    tags: ['9 mm'],
    outline: { muzzle: 'linear' },
  }),

  part('scorpion', 'lower', 'polymer-lower', 'Polymer lower', 19_900, {
    description: 'The polymer frame with its adjustable grip, stippled by us so that it holds in a wet hand.',
    specs: ['Glass-filled polymer', 'Adjustable grip'],
    tags: ['9 mm'],
    outline: { lower: 'polymer' },
  }),
  part('scorpion', 'upper', 'scorpion-receiver', 'Receiver, 9 mm', 32_900, {
    description: 'A 9 mm receiver with a rail along its whole length, engraved with your number.',
    specs: ['9×19 mm', 'Engraved with your number'],
    tags: ['9 mm'],
    outline: { upper: 'slick' },
  }),
  part('scorpion', 'barrel', 'barrel-7-7', '7.7 in barrel', 21_900, {
    description:
      'The length the Scorpion was drawn with: balanced, and short enough to fold into a small case.',
    specs: ['7.7 in', '1:10 twist', 'Threaded'],
    tags: ['9 mm'],
    outline: { barrelIn: 7.7 },
  }),
  part('scorpion', 'barrel', 'barrel-9-6', '9.6 in barrel', 23_900, {
    description:
      'Two inches more in front of the handguard, for velocity and room for a longer muzzle device.',
    specs: ['9.6 in', '1:10 twist', 'Threaded'],
    tags: ['9 mm'],
    outline: { barrelIn: 9.6 },
  }),
  part('scorpion', 'stock', 'folding-brace', 'Folding brace', 16_900, {
    description: 'Folds to the left on a steel hinge and halves the carry length; the build stays a handgun.',
    specs: ['Steel hinge', 'Blade with strap'],
    tags: ['Pistol builds'],
    outline: { stock: 'folding-brace' },
  }),
  part('scorpion', 'handguard', 'scorpion-handguard', 'Slotted handguard', 14_900, {
    description: 'Aluminum with slots on five faces, so that a light or a hand stop goes where you want it.',
    specs: ['6.2 in', 'Aluminum'],
    tags: ['9 mm'],
    outline: { handguard: { style: 'slotted', lengthIn: 6.2 } },
  }),
  part('scorpion', 'muzzle', 'linear-comp-scorpion', 'Linear compensator', 7_900, {
    description: 'Sends blast and noise forward, away from the shooter and whoever stands beside.',
    specs: ['18×1 thread'],
    tags: ['9 mm'],
    outline: { muzzle: 'linear' },
  }),

  part(null, 'optics', 'red-dot', 'Micro red dot', 44_900, {
    description:
      'A sealed 2 MOA dot on a lower-third riser: both eyes open, and a battery that lasts for years.',
    specs: ['2 MOA dot', '50,000 h', 'Sealed'],
    tags: ['All platforms'],
    outline: { optic: 'red-dot' },
  }),
  part('ar15', 'optics', 'scope-1-6', 'LPVO 1–6×24', 62_900, {
    description:
      'One to six power in a cantilever mount, for a rifle that shoots across a room and across a field.',
    specs: ['First focal plane', '0.1 mil', 'Throw lever'],
    tags: ['AR-15'],
    outline: { optic: 'scope' },
  }),

  part(null, 'accessories', 'weapon-light', 'Weapon light', 28_900, {
    description: '1,000 lumens under the fore-end, worked by a switch at the thumb or at the tail.',
    specs: ['Dual switch', 'IPX8'],
    tags: ['All platforms'],
    outline: { accessories: ['light'] },
  }),
  part('ar15', 'accessories', 'two-point-sling', 'Two-point sling', 4_900, {
    description: 'A padded sling that tightens with one pull and comes off at two quick-detach swivels.',
    specs: ['1.25 in webbing', 'Quick-detach swivels'],
    tags: ['AR-15'],
    outline: { accessories: ['sling'] },
  }),
  part('ar15', 'accessories', 'folding-sights', 'Folding sights', 11_900, {
    description: 'Steel backup sights, low when folded and in the same plane as the optic when raised.',
    specs: ['Steel', 'Same plane'],
    tags: ['AR-15'],
    outline: { accessories: ['sights'] },
  }),
  part('ar15', 'accessories', 'vertical-grip', 'Vertical grip', 3_900, {
    description:
      'A short, textured stop for the support hand; it belongs on a registered short-barreled rifle.',
    specs: ['Slot mount'],
    tags: ['Form 4 SBR only'],
    outline: { accessories: ['grip'] },
  }),
]

/** Four packages. The last one is whatever the configurator makes of it. */
export const samplePackages: SamplePackage[] = [
  {
    id: 'pcc-8',
    name: '9mm PCC',
    description:
      'Our 9 mm carbine as we would build it for ourselves: the eight-inch barrel, a stock and a dot.',
    caliber: '9×19 mm',
    barrel: '8 in',
    features: ['Billet lower with raked well', 'Linear compensator', 'Micro red dot, zeroed'],
    includes: ['Two magazines', 'Hard case', 'Test-fire target'],
    priceNote: 'Call for current pricing',
    // No selection: the parts of the AR-9 hold a brace and no stock, so the configurator cannot open it as it is.
    drawing: { platform: 'ar9', outline: { barrelIn: 8, stock: 'skeleton' } },
  },
  {
    id: 'swiss-pcc',
    name: '9mm Swiss-Made PCC',
    description: 'A Swiss-made carbine, registered as short-barreled and finished in Miami.',
    caliber: '9×19 mm',
    barrel: '6.9 in',
    features: ['Swiss-made receiver', 'Folding stock', 'Three-lug threaded muzzle'],
    includes: ['Two magazines', 'Hard case', 'Test-fire target'],
    priceNote: 'Call for current pricing',
    drawing: { platform: 'scorpion', outline: { barrelIn: 6.9, optic: null } },
  },
  {
    id: 'clone-10-3',
    name: '5.56 Clone-Style',
    description: 'The short service carbine, part for part: quad rail, clone length, six-position stock.',
    caliber: '5.56 NATO',
    barrel: '10.3 in',
    features: ['9.5 in quad rail', 'SOPMOD stock', 'Weapon light on the rail'],
    includes: ['Two magazines', 'Two-point sling', 'Hard case', 'Test-fire target'],
    priceNote: 'Call for current pricing',
    selection: {
      platformId: 'ar15',
      parts: {
        lower: 'forged-lower',
        upper: 'upper-556',
        barrel: 'barrel-10-3',
        stock: 'sopmod-stock',
        handguard: 'quad-rail',
        optics: 'red-dot',
        muzzle: 'three-prong',
      },
      accessories: ['weapon-light', 'two-point-sling'],
      isSuppressorOptimized: false,
    },
    drawing: {
      platform: 'ar15',
      outline: { handguard: { style: 'quad', lengthIn: 9.5 }, muzzle: 'prong', accessories: ['light'] },
    },
  },
  {
    id: 'custom',
    name: 'Custom Builder',
    description: 'Start from a bare platform and choose all eight parts. The drawing follows every choice.',
    caliber: '5.56, .300 BLK or 9 mm',
    barrel: '5.5 to 14.5 in',
    features: ['Three platforms', 'Eight steps', 'Drawn to scale as you choose'],
    includes: ['The parts you choose', 'Hard case', 'Test-fire target'],
    priceNote: 'Configure pricing',
    drawing: { platform: 'ar15', inked: ['lower'] },
  },
]

/** In the order of their time on the bench. */
export const sampleConversions: SampleConversion[] = [
  {
    id: 'ar9-pistol-to-sbr',
    name: 'AR-9 Pistol to SBR',
    platform: 'AR-9',
    description: 'Registered first, fitted second: the brace comes off and a real stock takes its place.',
    weeksFrom: 3,
    weeksTo: 4,
    features: ['Stock fitted and staked', 'Engraved as the law asks', 'Test-fired with your magazines'],
    drawing: { platform: 'ar9', outline: { stock: 'skeleton' }, inked: ['stock'] },
  },
  {
    id: 'ar15-pistol-to-sbr',
    name: 'AR-15 Pistol to SBR',
    platform: 'AR-15',
    description:
      'Your braced pistol, registered as a short-barreled rifle and fitted with the stock you choose.',
    weeksFrom: 3,
    weeksTo: 5,
    features: ['Two stocks to choose from', 'Engraved as the law asks', 'Function check and test fire'],
    drawing: { platform: 'ar15', inked: ['stock'] },
  },
  {
    id: 'scorpion-pistol-to-sbr',
    name: 'Scorpion Pistol to SBR',
    platform: 'Scorpion',
    description:
      'A folding rear end on the original hinge, and a handguard that gives the support hand some room.',
    weeksFrom: 4,
    weeksTo: 5,
    features: ['Steel hinge', 'Slotted handguard', 'Test-fired with your magazines'],
    drawing: { platform: 'scorpion', inked: ['stock', 'handguard'] },
  },
  {
    id: 'ar9-suppressor-ready',
    name: 'AR-9 Suppressor-Ready Front',
    platform: 'AR-9',
    description: 'A threaded eight-inch barrel under a longer handguard, ready for a mount of your choice.',
    weeksFrom: 4,
    weeksTo: 6,
    features: ['8 in threaded barrel', 'Mount aligned and checked', 'Test-fired with a suppressor'],
    drawing: {
      platform: 'ar9',
      outline: { barrelIn: 8, handguard: { style: 'slotted', lengthIn: 6.8 } },
      inked: ['barrel', 'handguard', 'muzzle'],
    },
  },
  {
    id: 'ar15-short-upper',
    name: 'AR-15 Short Barrel, 10.3 in',
    platform: 'AR-15',
    description:
      'Your rifle with the clone-length barrel: barrel, rail and gas system as one fitted front end.',
    weeksFrom: 5,
    weeksTo: 7,
    features: ['10.3 in barrel, head-spaced', '9.5 in quad rail', 'Gas matched to your ammunition'],
    drawing: {
      platform: 'ar15',
      outline: { handguard: { style: 'quad', lengthIn: 9.5 } },
      inked: ['barrel', 'handguard', 'muzzle'],
    },
  },
  {
    id: 'ar15-300-blk',
    name: 'AR-15 to .300 BLK',
    platform: 'AR-15',
    description: 'A second caliber on the lower you own, complete from receiver to muzzle.',
    weeksFrom: 6,
    weeksTo: 8,
    features: [
      'Complete .300 BLK upper',
      'Quick-detach muzzle device',
      'Tuned with and without a suppressor',
    ],
    drawing: {
      platform: 'ar15',
      outline: {
        barrelIn: 7.5,
        upper: 'slick',
        muzzle: 'prong',
        handguard: { style: 'slotted', lengthIn: 6.8 },
      },
      inked: ['upper', 'barrel', 'handguard', 'muzzle'],
    },
  },
]

function part(
  platformId: SamplePart['platformId'],
  step: SamplePart['step'],
  id: string,
  name: string,
  priceCents: number,
  rest: Pick<SamplePart, 'description' | 'specs' | 'tags' | 'outline'>,
): SamplePart {
  return { id, step, platformId, name, priceCents, excludes: [], ...rest }
}
