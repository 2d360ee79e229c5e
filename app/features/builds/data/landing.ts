// The words of the build landing page, in its order. `{key}` and `{key:time}` stand for a dated claim; a sentence whose
// claim nobody stands for today is left out.

/** The head of the page and what search engines show of it. */
export const landingHead = {
  title: 'Custom SBR Builds',
  description:
    'Configure a short-barreled rifle on a drawing that is true to scale: three platforms, eight steps, prices from our own list, built under federal license in Miami, Florida.',
}

/** The first screen. */
export const heroWords = {
  title: ['Drawn first.', 'Then built.'],
  lead: 'Choose a platform and eight parts. Every choice lands on one drawing, at scale and with its price, before anybody cuts metal.',
  start: 'Start Your Build',
  reserve: 'Reserve a Slot',
  deposit: ['{deposit.reservation} refundable'],
  note: 'Illustration, outer dimensions to scale',
  dialog: {
    title: 'Reserve a Slot',
    description:
      'A slot keeps your place on the bench. Leave your name, and we write when the next one is free, in the order of joining.',
    button: 'Notify Me',
  },
}

/** What stands under the first screen: license type, place, and how we work. */
export const badgeWords = [
  { icon: 'license', text: 'Licensed manufacturer, special occupational taxpayer' },
  { icon: 'place', text: 'Miami, FL' },
  { icon: 'compliance', text: 'Compliance first' },
  { icon: 'storage', text: 'Secure storage' },
  { icon: 'forms', text: 'Our forms filed on site' },
] as const

/** The bar that sticks under the navigation. */
export const barWords = {
  label: 'Email address for build news',
  button: 'Get notified',
}

/** Four reasons to have it built here. */
export const whyUs = {
  title: 'Why Choose PACo',
  points: [
    {
      icon: 'license',
      title: 'Compliance-first licensing',
      text: 'Every build is made and registered under our manufacturer’s license. You never make a firearm; you receive one.',
    },
    {
      icon: 'forms',
      title: 'Concierge filing',
      text: 'We file our part and walk you and your dealer through yours. Each status update comes by mail and stands on your order’s page; SMS follows once carriers carry it for our trade.',
    },
    {
      icon: 'suppressor',
      title: 'Suppressor-ready packages',
      text: 'Mount, thread and gas are matched before it leaves, so a suppressor goes on the day its own form comes back.',
    },
    {
      icon: 'tested',
      title: 'Real test-fire QC',
      text: 'Each rifle is fired with the ammunition it was tuned for. The target goes in the case, signed and dated.',
    },
  ],
} as const

/** The head of the packages. */
export const packageWords = {
  title: 'Factory SBR Packages',
  lead: 'Four rifles we would build for ourselves. Take one as it is, or open it in the configurator and change what you like.',
  quote: 'Request a Quote',
  configure: 'Configure Yours',
  open: 'Open in the configurator',
}

/** The head of the conversions. */
export const conversionWords = {
  title: 'Factory-Grade Conversions',
  lead: 'What you own already, rebuilt on our bench. Solid lines are what we add.',
  quote: 'Get Conversion Quote',
  item: 'Factory conversion',
  note: [
    'Weeks are time on our bench, counted from the day your firearm is here and registered. {review.form4:text}',
  ],
}

/** Four benefits of the short rifle itself, and what the law says of it. */
export const whySbr = {
  title: 'Why Choose an SBR',
  points: [
    {
      title: 'Shorter by half a foot',
      text: 'From 16 to 10.3 inches of barrel: what is gone is gone from every doorway, case and car seat.',
    },
    {
      title: 'Balanced at the hand',
      text: 'With less weight past the fore-end the muzzle starts sooner, stops sooner and tires you later.',
    },
    {
      title: 'A stock, not a workaround',
      text: 'A registered short rifle carries a real stock, at a length of pull that fits you.',
    },
    {
      title: 'Room for a suppressor',
      text: 'A short barrel with a suppressor is about as long as a full one without.',
    },
  ],
  note: [
    'All short-barreled rifles are NFA items and need a tax stamp. {limit.barrel:text}',
    'The tax on the stamp is {tax.sbr:time}. Registration, fingerprints, photograph and approval are required at either figure.',
  ],
}

/** The head of the platforms. */
export const platformWords = {
  title: 'Choose Your Platform',
  lead: 'One scale for all three. The price is where a build starts; parts are added to it.',
  none: 'No platform can be built at the moment.',
  configure: 'Configure',
  quote: 'Request a quote',
}

/** The head of what is coming. */
export const comingWords = {
  title: 'Coming Soon',
  lead: 'On the way. The dates stand as they were announced; the list hears first when one opens.',
  button: 'Notify Me',
  columns: { platform: 'Platform', caliber: 'Caliber', from: 'From', expected: 'Expected' },
}

/** Three steps from choosing to collecting. */
export const howWords = {
  title: 'How It Works',
  steps: [
    {
      title: 'Customize',
      text: 'Choose platform and parts. Lock the build, and its drawing, parts and price are yours to keep.',
    },
    {
      title: 'We assemble and file',
      text: 'We build, test-fire and register it, then send it to your dealer and file our part of the transfer.',
    },
    {
      title: 'You pick it up',
      text: 'After federal approval you collect it at the dealer you chose. It never ships to a buyer.',
    },
  ],
  calls: [
    { label: 'Download Process Guide', to: '/process-guide' },
    { label: 'Free NFA Trust Pack', to: '/trust' },
  ],
  note: ['{review.form4:text}'],
}

/** What may go in front of the muzzle. */
export const suppressorWords = {
  title: 'Suppressor Add-On',
  lead: 'Order the mount with the build. It is fitted, aligned and checked on our bench, whichever of four makers you stay with.',
  brands: [
    { name: 'SilencerCo', mount: 'ASR mount' },
    { name: 'Dead Air', mount: 'KeyMo mount' },
    { name: 'SureFire', mount: 'SOCOM mount' },
    { name: 'Rugged', mount: 'Dual-taper mount' },
  ],
  fitted: 'Pre-fitted',
  inHouse: { title: 'In-house suppressors', text: 'Coming soon' },
  note: ['A suppressor is a transfer of its own, with a form of its own. Its tax: {tax.suppressor:time}.'],
}

/** The last word. */
export const complianceWords = {
  title: '100% compliant manufacturing',
  lines: [
    'Every firearm is made, marked, registered and transferred under our federal license, in Miami, and recorded from the first part to the last signature.',
    '{filing.forms:text}',
  ],
}
