// The plan of the house, as data: which rooms there are, what each may use, and what a file of a room may be called.
// check-rooms.ts holds the code to it.

/** Every room, and the rooms it may use. An edge that is not written here is a breach, so no cycle comes in unseen. */
export const rooms: Record<string, string[]> = {
  'age-gate': [],
  claims: [],
  compliance: ['claims'],
  delivery: ['compliance'],
  orders: ['claims', 'compliance', 'delivery'],
  bookkeeping: ['orders'],
  cart: ['orders'],
  dealers: ['compliance', 'orders'],
  drops: ['cart', 'claims', 'compliance', 'orders', 'subscriptions'],
  pages: ['claims', 'courses', 'drops', 'small-batch', 'subscriptions'],
  subscriptions: ['claims'],
  contact: ['claims'],
  certificates: ['drops', 'orders'],
  policies: ['claims', 'orders'],
  'small-batch': ['subscriptions'],
  builds: ['claims', 'compliance', 'orders', 'pages', 'subscriptions', 'trust'],
  courses: ['cart', 'claims', 'orders', 'subscriptions'],
  accessories: ['cart', 'claims', 'compliance', 'orders', 'pages'],
  trust: ['cart', 'claims', 'compliance', 'orders', 'pages'],
}

/** The files that know every room: they put the shop together, and no room or foundation may import them. */
export const composition =
  /^(app\/(root\.tsx|routes\.ts|entry\.(server|client)\.tsx|(sellables|jobs|live-topics|topics)\.server\.ts|site-map\.ts)|server\/)/

/** What the rooms stand on. A foundation never knows a room. */
export const foundations = [
  'access',
  'alerts',
  'art',
  'calendar',
  'db',
  'http',
  'jobs',
  'kit',
  'ledger',
  'live',
  'mail',
  'payments',
  'pdf',
  'ui',
]

/**
 * What one room may see of another: never its tables, flows or routes. Its words, because a refusal of one room is told
 * by the next; its access, because who starts an order is let into it; and of its components only the one way a claim of
 * law or trade is shown with its date, and the forms by which people ask to be told, wherever they stand; and what
 * every information page is made of, so that one of another room looks like the others.
 */
export const openToOtherRooms =
  /^((rules|input|sellable|words)\.ts|rules\/[a-z-]+\.ts|(store|access)\.server\.ts|store\/[a-z-]+\.server\.ts|components\/(dated-claim|state-field|subscribe-form|waitlist-button|page-top|sentences|calls|add-to-cart|bundle-note|video-plate)\.tsx)$/

/** A file of a room: its name, and what it may import at run time beside its like. Types may come from anywhere in reach. */
export type FileKind = {
  /** Matched against the path inside the room. */
  name: RegExp
  /** Kinds of the same room, `other` for open files of other rooms, and foundations. `*` is everything in reach. */
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

/** The closed list of what a room holds. A newcomer can guess every path. */
export const fileKinds: Record<string, FileKind> = {
  rules: { name: /^rules(\/[a-z-]+)?\.ts$/, mayImport: ['kit', 'rules', 'data', 'other'] },
  input: { name: /^input\.ts$/, mayImport: ['kit', 'rules', 'other'] },
  words: { name: /^words(\/[a-z-]+)?\.ts$/, mayImport: ['kit', 'rules', 'words'] },
  tables: { name: /^([a-z]+-)?tables\.ts$/, mayImport: ['kit', 'rules', 'input', 'sellable', 'other', 'db'] },
  /** What orders ask of everything that is sold. */
  sellable: { name: /^sellable\.ts$/, mayImport: ['kit', 'rules'] },
  store: { name: /^store(\/[a-z-]+)?\.server\.ts$/, mayImport: server },
  flows: { name: /^([a-z]+-)?flows\.server\.ts$/, mayImport: [...server, 'payments', 'flows'] },
  jobs: {
    name: /^jobs(\/[a-z-]+)?\.server\.tsx?$/,
    mayImport: [...server, 'payments', 'flows', 'mail', 'emails', 'calendar', 'documents'],
  },
  middleware: { name: /^middleware\.server\.ts$/, mayImport: [...server, 'http'] },
  /** Who may open what the room guards with a private link. */
  access: { name: /^access\.server\.ts$/, mayImport: [...server, 'http'] },
  routes: { name: /^routes\/[a-z0-9.-]+\.tsx?$/, mayImport: ['*'] },
  staff: { name: /^staff\/[a-z0-9-]+\.tsx$/, mayImport: ['*'] },
  components: {
    name: /^components\/[a-z0-9-]+\.tsx?$/,
    mayImport: ['rules', 'input', 'words', 'script', 'styles', 'other', 'kit', 'ui', 'art', 'http', 'live'],
  },
  /** What a page runs before everything else, as text inside it. */
  script: { name: /^[a-z]+-script\.ts$/, mayImport: ['kit', 'rules'] },
  styles: { name: /^(components\/)?[a-z0-9-]+\.css$/, mayImport: [] },
  emails: { name: /^emails\/[a-z0-9-]+\.tsx?$/, mayImport: ['rules', 'words', 'kit', 'mail'] },
  /** Papers that a room writes: files to download, made of data and answers. */
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
export const maxLines = 330
export const isData = /^(db\/sample|db\/migrations|app\/.*\/data)\//
