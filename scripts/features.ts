// The plan of the application, as data: which features there are, and what each may use. What a file may be called is in files.ts.
// check-boundaries.ts holds the code to it.

/** Every feature, and the features it may use. An edge that is not written here is a breach, so no cycle comes in unseen. */
export const features: Record<string, string[]> = {
  'age-gate': [],
  photos: [],
  claims: [],
  compliance: ['claims'],
  delivery: ['compliance'],
  texts: [],
  orders: ['claims', 'compliance', 'delivery', 'photos', 'texts'],
  refunds: ['orders'],
  payments: ['compliance', 'orders', 'refunds'],
  checkout: ['compliance', 'dealers', 'delivery', 'orders', 'payments', 'refunds'],
  bookkeeping: ['console', 'orders', 'payments', 'refunds', 'reservations', 'staff'],
  cart: ['checkout', 'orders'],
  'buyer-page': ['builds', 'orders'],
  dealers: ['compliance', 'orders'],
  reservations: [
    'checkout',
    'claims',
    'compliance',
    'dealers',
    'delivery',
    'orders',
    'payments',
    'policies',
    'refunds',
  ],
  drops: [
    'cart',
    'checkout',
    'claims',
    'compliance',
    'delivery',
    'orders',
    'photos',
    'refunds',
    'subscriptions',
  ],
  pages: ['claims', 'courses', 'drops', 'photos', 'small-batch', 'subscriptions', 'texts'],
  subscriptions: ['claims'],
  contact: ['claims'],
  'site-search': [],
  certificates: ['drops', 'orders'],
  policies: ['claims', 'orders', 'texts'],
  'small-batch': ['checkout', 'compliance', 'orders', 'photos', 'subscriptions'],
  builds: [
    'checkout',
    'claims',
    'compliance',
    'orders',
    'pages',
    'photos',
    'reservations',
    'subscriptions',
    'trust',
  ],
  courses: ['cart', 'checkout', 'claims', 'orders', 'photos', 'refunds', 'subscriptions'],
  accessories: ['builds', 'cart', 'claims', 'compliance', 'delivery', 'orders', 'pages', 'photos'],
  staff: [],
  console: ['staff'],
  'rules-desk': ['claims', 'compliance', 'console', 'delivery', 'orders', 'staff'],
  'words-desk': ['claims', 'console', 'orders', 'pages', 'policies', 'staff', 'texts'],
  setup: [
    'claims',
    'compliance',
    'console',
    'contact',
    'dealers',
    'delivery',
    'payments',
    'rules-desk',
    'staff',
    'texts',
    'words-desk',
  ],
  'catalog-desk': [
    'accessories',
    'builds',
    'compliance',
    'console',
    'delivery',
    'drops',
    'photo-desk',
    'photos',
    'small-batch',
    'staff',
    'trust',
  ],
  'photo-desk': [
    'accessories',
    'builds',
    'console',
    'courses',
    'drops',
    'pages',
    'photos',
    'small-batch',
    'staff',
  ],
  shipping: ['console', 'orders', 'refunds', 'staff'],
  transfers: ['console', 'dealers', 'orders', 'reservations', 'setup', 'staff'],
  'order-desk': [
    'compliance',
    'console',
    'courses',
    'dealers',
    'orders',
    'refunds',
    'reservations',
    'shipping',
    'staff',
  ],
  'class-desk': ['checkout', 'console', 'courses', 'orders', 'photo-desk', 'photos', 'staff'],
  inbox: [
    'builds',
    'claims',
    'compliance',
    'console',
    'contact',
    'courses',
    'dealers',
    'order-desk',
    'orders',
    'payments',
    'policies',
    'reservations',
    'staff',
    'subscriptions',
    'trust',
  ],
  audit: ['console', 'staff'],
  'retention-desk': [
    'builds',
    'console',
    'contact',
    'orders',
    'policies',
    'reservations',
    'staff',
    'subscriptions',
    'trust',
  ],
  'subscription-desk': ['claims', 'console', 'staff', 'subscriptions'],
  people: ['console', 'staff'],
  'drop-desk': ['compliance', 'console', 'drops', 'orders', 'photo-desk', 'photos', 'staff', 'subscriptions'],
  search: [
    'builds',
    'certificates',
    'compliance',
    'console',
    'dealers',
    'drops',
    'order-desk',
    'orders',
    'reservations',
    'staff',
  ],
  today: [
    'claims',
    'compliance',
    'console',
    'contact',
    'courses',
    'dealers',
    'drops',
    'orders',
    'policies',
    'refunds',
    'reservations',
    'setup',
    'staff',
    'transfers',
  ],
  trust: ['cart', 'checkout', 'claims', 'compliance', 'orders', 'pages'],
}

/** The files that know every feature: they put the shop together, and no feature or foundation may import them. */
export const composition =
  /^(app\/(root\.tsx|routes\.ts|entry\.(server\.tsx|client\.ts)|(closed-pages|sellables|jobs|due-counts|audit-names|live-topics|search-entries|topics)\.server\.ts|site-map\.ts)|server\/)/

/** What the features are built on. A foundation never knows a feature. */
export const foundations = [
  'access',
  'alerts',
  'art',
  'calendar',
  'catalog',
  'db',
  'files',
  'facts',
  'gateway',
  'http',
  'jobs',
  'kit',
  'ledger',
  'live',
  'mail',
  'pdf',
  'retention',
  'ui',
]

/**
 * What browsers run: `site` is the script of every page, and `islands` are the parts that React keeps alive. The foundations that each
 * may use, and what it may see of a feature.
 */
export const browserParts: Record<string, { foundations: string[]; ofFeatures: RegExp }> = {
  site: { foundations: ['art', 'http', 'kit', 'live', 'ui'], ofFeatures: /^(rules|words)(\/[a-z-]+)?\.ts$/ },
  islands: {
    foundations: ['art', 'catalog', 'http', 'kit', 'live', 'ui'],
    ofFeatures: /^((rules|input|words)\.ts|(rules|words)\/[a-z-]+\.ts|components\/[a-z0-9-]+\.tsx?)$/,
  },
}

/** What others may see of the two: how a page shows an island, and how one reads a part of the page anew. */
export const openToPages = ['app/islands/island.tsx', 'app/site/markup.ts']

/**
 * What one feature may see of another: never its tables, flows or routes. Its words, because a refusal of one feature is told
 * by the next; its access, because who starts an order gets a link to it; and of its components only the one way a claim of
 * law or trade is shown with its date, the forms of the waitlists and newsletters, and the parts of every information page, so
 * that one of another feature looks like the others. Words that read alike in several places have a file of their own: what a
 * deposit buys (`words/offered.ts`), the stages of a reservation, and whether a build is shown to others.
 */
export const openToOtherFeatures =
  /^((rules|input|sellable|words)\.ts|rules\/[a-z-]+\.ts|(store|access)\.server\.ts|store\/[a-z-]+\.server\.ts|words\/(offered|showing|stages)\.ts|components\/(dated-claim|sources|card-form|state-field|subscribe-form|waitlist-button|page-header|sentences|cta-buttons|add-to-cart|bundle-note|video-plate|photo|photo-gallery|photo-section|dealer-finder|live-count)\.tsx)$/

/**
 * The features that are behind the counter as a whole. No public page loads a byte of them: the styles of public pages
 * leave them out (app/app.css), and only they may write the console's classes.
 */
export const deskFeatures = [
  'audit',
  'bookkeeping',
  'class-desk',
  'catalog-desk',
  'console',
  'drop-desk',
  'inbox',
  'order-desk',
  'people',
  'photo-desk',
  'retention-desk',
  'rules-desk',
  'search',
  'setup',
  'shipping',
  'staff',
  'subscription-desk',
  'today',
  'transfers',
  'words-desk',
]

/** What every desk of the console is made of: open to the features whose routes are under /staff. */
export const deskParts =
  /^(console\/(components|rules\/|console\.css)|photo-desk\/(components\/photo-panel\.tsx|rules\.ts))/

/**
 * What a desk of the console may see of a feature besides: what asks a gateway, because staff do it as well as buyers; the
 * feature's words, and its emails, which a desk shows before they go; and a page with what its route makes it of, where a desk
 * shows it before visitors see it.
 */
export const openToDesks =
  /^(([a-z]+-)?flows\.server\.ts|words\/[a-z-]+\.ts|emails\/[a-z-]+\.tsx?|components\/[a-z-]+-page\.tsx|routes\/[a-z-]+\.server\.ts|[a-z-]+\.css)$/

/**
 * The features that one order passes through. They write the same record in the same transactions, so among them a file may
 * import what it may import of its own feature, except routes; the directions above hold as everywhere.
 */
export const orderFeatures = ['buyer-page', 'orders', 'refunds', 'payments', 'checkout', 'reservations']
