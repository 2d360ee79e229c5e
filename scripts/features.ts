// The plan of the application, as data: which features there are, what each may use, and what a file of a feature may be called.
// check-boundaries.ts holds the code to it.

/** Every feature, and the features it may use. An edge that is not written here is a breach, so no cycle comes in unseen. */
export const features: Record<string, string[]> = {
  'age-gate': [],
  claims: [],
  compliance: ['claims'],
  delivery: ['compliance'],
  orders: ['claims', 'compliance', 'delivery'],
  refunds: ['orders'],
  payments: ['compliance', 'orders', 'refunds'],
  checkout: ['compliance', 'delivery', 'orders', 'payments', 'refunds'],
  bookkeeping: ['orders', 'payments', 'refunds'],
  cart: ['checkout', 'orders'],
  dealers: ['compliance', 'orders'],
  drops: ['cart', 'checkout', 'claims', 'compliance', 'orders', 'refunds', 'subscriptions'],
  pages: ['claims', 'courses', 'drops', 'small-batch', 'subscriptions'],
  subscriptions: ['claims'],
  contact: ['claims'],
  certificates: ['drops', 'orders'],
  policies: ['claims', 'orders'],
  'small-batch': ['subscriptions'],
  builds: ['checkout', 'claims', 'compliance', 'orders', 'pages', 'subscriptions', 'trust'],
  courses: ['cart', 'checkout', 'claims', 'orders', 'refunds', 'subscriptions'],
  accessories: ['cart', 'claims', 'compliance', 'orders', 'pages'],
  trust: ['cart', 'checkout', 'claims', 'compliance', 'orders', 'pages'],
}

/** The files that know every feature: they put the shop together, and no feature or foundation may import them. */
export const composition =
  /^(app\/(root\.tsx|routes\.ts|entry\.(server|client)\.tsx|(sellables|jobs|live-topics|topics)\.server\.ts|site-map\.ts)|server\/)/

/** What the features stand on. A foundation never knows a feature. */
export const foundations = [
  'access',
  'alerts',
  'art',
  'calendar',
  'db',
  'gateway',
  'http',
  'jobs',
  'kit',
  'ledger',
  'live',
  'mail',
  'pdf',
  'ui',
]

/**
 * What one feature may see of another: never its tables, flows or routes. Its words, because a refusal of one feature is told
 * by the next; its access, because who starts an order is let into it; and of its components only the one way a claim of
 * law or trade is shown with its date, and the forms by which people ask to be told, wherever they stand; and what
 * every information page is made of, so that one of another feature looks like the others.
 */
export const openToOtherFeatures =
  /^((rules|input|sellable|words)\.ts|rules\/[a-z-]+\.ts|(store|access)\.server\.ts|store\/[a-z-]+\.server\.ts|components\/(dated-claim|state-field|subscribe-form|waitlist-button|page-header|sentences|cta-buttons|add-to-cart|bundle-note|video-plate)\.tsx)$/

/**
 * The features that one order passes through. They write the same record in the same transactions, so among them a file may
 * import what it may import of its own feature, except routes; the directions above hold as everywhere.
 */
export const orderFeatures = ['orders', 'refunds', 'payments', 'checkout']

/** A file of a feature: its name, and what it may import at run time beside its like. Types may come from anywhere in reach. */
export type FileKind = {
  /** Matched against the path inside the feature. */
  name: RegExp
  /** Kinds of the same feature, `other` for open files of other features, and foundations. `*` is everything in reach. */
  mayImport: string[]
}

const server = [
  'rules',
  'input',
  'words',
  'tables',
  'sellable',
  'store',
  'other',
  'kit',
  'db',
  'jobs',
  'ledger',
  'live',
  'alerts',
]

/** The closed list of what a feature holds. A newcomer can guess every path. */
export const fileKinds: Record<string, FileKind> = {
  rules: { name: /^rules(\/[a-z-]+)?\.ts$/, mayImport: ['kit', 'rules', 'data', 'other'] },
  input: { name: /^input\.ts$/, mayImport: ['kit', 'rules', 'other'] },
  words: { name: /^words(\/[a-z-]+)?\.ts$/, mayImport: ['kit', 'rules', 'words'] },
  tables: { name: /^([a-z]+-)?tables\.ts$/, mayImport: ['kit', 'rules', 'input', 'sellable', 'other', 'db'] },
  /** What orders ask of everything that is sold. */
  sellable: { name: /^sellable\.ts$/, mayImport: ['kit', 'rules'] },
  store: { name: /^store(\/[a-z-]+)?\.server\.ts$/, mayImport: server },
  flows: { name: /^([a-z]+-)?flows\.server\.ts$/, mayImport: [...server, 'gateway', 'flows'] },
  jobs: {
    name: /^jobs(\/[a-z-]+)?\.server\.tsx?$/,
    mayImport: [...server, 'gateway', 'flows', 'mail', 'emails', 'calendar', 'documents'],
  },
  middleware: { name: /^middleware\.server\.ts$/, mayImport: [...server, 'http'] },
  /** Who may open what the feature guards with a private link. */
  access: { name: /^access\.server\.ts$/, mayImport: [...server, 'http'] },
  routes: { name: /^routes\/[a-z0-9.-]+\.tsx?$/, mayImport: ['*'] },
  staff: { name: /^staff\/[a-z0-9-]+\.tsx$/, mayImport: ['*'] },
  components: {
    name: /^components\/[a-z0-9-]+\.tsx?$/,
    mayImport: ['rules', 'input', 'words', 'script', 'other', 'kit', 'ui', 'art', 'http', 'live'],
  },
  /** What a page runs before everything else, as text inside it. */
  script: { name: /^[a-z]+-script\.ts$/, mayImport: ['kit', 'rules'] },
  styles: { name: /^[a-z0-9-]+\.css$/, mayImport: [] },
  emails: { name: /^emails\/[a-z0-9-]+\.tsx?$/, mayImport: ['rules', 'words', 'kit', 'mail'] },
  /** Papers that a feature writes: files to download, made of data and answers. */
  documents: {
    name: /^documents\/[a-z0-9-]+\.server\.ts$/,
    mayImport: ['rules', 'words', 'data', 'other', 'kit', 'pdf', 'art', 'calendar'],
  },
  /** Long lists that read as data: no size limit, no code. */
  data: { name: /^data\/[a-z0-9-]+\.ts$/, mayImport: ['kit', 'rules'] },
  tests: { name: /^([a-z]+\/)?[a-z0-9.-]+\.test\.tsx?$/, mayImport: ['*'] },
}

/** Names that say nothing: what would be put there belongs beside the thing it is about. */
export const emptyNames =
  /^(utils?|helpers?|types?|constants?|hooks?|common|misc|shared|index|manager|service)\.tsx?$/

/** Libraries that only the server has. A file that browsers load must not import them, nor a file that does. */
export const serverLibraries =
  /^(node:|pg$|pg-boss|drizzle-orm|pino|sharp|nodemailer|hono|@hono\/|rate-limiter-flexible)/

/** A file is split by idea at about 300 lines; this is where the check refuses. Data is no code and may be longer. */
export const maxLines = 320
export const isData = /^(db\/sample|db\/migrations|app\/.*\/data)\//
