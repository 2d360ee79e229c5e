import { brand } from '#app/kit/brand.ts'

// Texts of the build landing page in page order. `{key}` and `{key:time}` are replaced by a dated claim; a sentence without
// a claim in force is omitted.

/** The hero. */
export const heroWords = {
  title: ['Drawn first.', 'Then built.'],
  lead: 'Choose a platform and eight parts. See every choice on one drawing, to scale and with its price, before we cut any metal.',
  start: 'Start Your Build',
  reserve: 'Reserve a Slot',
  deposit: ['{deposit.reservation} refundable'],
  note: 'Illustration, outer dimensions to scale',
}

/** Badges below the hero. */
export const badgeWords = [
  { icon: 'license', text: 'Licensed manufacturer, special occupational taxpayer' },
  { icon: 'place', text: 'Miami, FL' },
  { icon: 'compliance', text: 'Compliance first' },
  { icon: 'storage', text: 'Secure storage' },
  { icon: 'forms', text: 'Our forms filed on site' },
] as const

/** The sticky bar below the navigation. */
export const barWords = {
  label: 'Email address for build news',
  button: 'Get notified',
}

/** Four reasons to choose the shop. */
export const whyUs = {
  title: `Why Choose ${brand}`,
  points: [
    {
      icon: 'license',
      title: 'Compliance-first licensing',
      text: 'We make and register every build under our manufacturer’s license. You never have to make a firearm yourself.',
    },
    {
      icon: 'forms',
      title: 'Concierge filing',
      text: 'We file our part and walk you and your dealer through yours. You get every status update by email and on your order page; SMS will follow once carriers support our industry.',
    },
    {
      icon: 'suppressor',
      title: 'Suppressor-ready packages',
      text: 'We match mount, thread and gas before it ships, so your suppressor goes on the day its form is approved.',
    },
    {
      icon: 'tested',
      title: 'Real test-fire QC',
      text: 'We fire each rifle with the ammunition it’s tuned for. The target comes in the case, signed and dated.',
    },
  ],
} as const

/** Texts of the packages. */
export const packageWords = {
  title: 'Factory SBR Packages',
  lead: 'Four rifles we would build for ourselves. Ask for the price of one, or configure your own.',
  quote: 'Request a Quote',
  configure: 'Configure Yours',
  open: 'Open in the configurator',
}

/** Texts of the conversions. */
export const conversionWords = {
  title: 'Factory-Grade Conversions',
  lead: 'Your own firearm, rebuilt in our shop. Solid lines show what we add.',
  quote: 'Get Conversion Quote',
  item: 'Factory conversion',
  note: ['Lead times start the day your firearm is in our shop and registered. {review.form4:text}'],
}

/** Four benefits of a short-barreled rifle, and the legal notes. */
export const whySbr = {
  title: 'Why Choose an SBR',
  points: [
    {
      title: 'Shorter by half a foot',
      text: 'A 10.3-inch barrel instead of 16 inches: easier through doorways, in cases and in vehicles.',
    },
    {
      title: 'Balanced at the hand',
      text: 'With less weight past the handguard, the muzzle starts and stops faster and tires you less.',
    },
    {
      title: 'A stock, not a workaround',
      text: 'A registered short-barreled rifle has a real stock, with a length of pull that fits you.',
    },
    {
      title: 'Room for a suppressor',
      text: 'A short barrel with a suppressor is about as long as a standard barrel without one.',
    },
  ],
  note: [
    'All short-barreled rifles are NFA items and need a tax stamp. {limit.barrel:text}',
    'The tax on the stamp is {tax.sbr:time}. Registration, fingerprints, a photograph and approval are required either way.',
  ],
}

/** Texts of the platforms. */
export const platformWords = {
  title: 'Choose Your Platform',
  lead: 'All three drawn to one scale. Each price is that of a complete build.',
  none: 'No platforms are available right now.',
  configure: 'Configure',
  more: 'Specifications and parts',
  quote: 'Request a quote',
}

/** Texts of the coming platforms. */
export const comingWords = {
  title: 'Coming Soon',
  lead: 'On the way. Join the waitlist to hear first.',
  button: 'Notify Me',
  columns: { platform: 'Platform', caliber: 'Caliber', from: 'Base price', expected: 'Expected' },
}

/** Suppressor mounts. */
export const suppressorWords = {
  title: 'Suppressor Add-On',
  lead: 'We fit, align and check the mount of any of four makers in our shop. Choose one to ask for its price.',
  brands: [
    { name: 'SilencerCo', mount: 'ASR mount' },
    { name: 'Dead Air', mount: 'KeyMo mount' },
    { name: 'SureFire', mount: 'SOCOM mount' },
    { name: 'Rugged', mount: 'Dual-taper mount' },
  ],
  fitted: 'Pre-fitted',
  /** What the quote form asks for. */
  item: (brand: string, mount: string) => `${brand} ${mount}, fitted to a build`,
  inHouse: { title: 'In-house suppressors', text: 'Coming soon' },
  note: ['A suppressor is a separate transfer with its own form. The tax: {tax.suppressor:time}.'],
}
