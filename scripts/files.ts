// What a file of the application may be called and import, as data. check-boundaries.ts holds the code to it.

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
  'files',
  'ledger',
  'live',
  'alerts',
  'facts',
  'catalog',
]

/** The closed list of what a feature holds. A newcomer can guess every path. */
export const fileKinds: Record<string, FileKind> = {
  /** Art's measures are pure: what a drawing measures decides what a build is in law. */
  rules: { name: /^rules(\/[a-z-]+)?\.ts$/, mayImport: ['kit', 'rules', 'data', 'other', 'art', 'catalog'] },
  input: { name: /^input\.ts$/, mayImport: ['kit', 'rules', 'words', 'other', 'catalog', 'retention'] },
  words: { name: /^words(\/[a-z-]+)?\.ts$/, mayImport: ['kit', 'rules', 'words', 'other', 'catalog'] },
  tables: {
    name: /^([a-z]+-)?tables\.ts$/,
    mayImport: ['kit', 'rules', 'input', 'sellable', 'other', 'db', 'catalog'],
  },
  /** What orders ask of everything that is sold. */
  sellable: { name: /^sellable\.ts$/, mayImport: ['kit', 'rules'] },
  store: { name: /^store(\/[a-z-]+)?\.server\.ts$/, mayImport: server },
  flows: {
    name: /^([a-z]+-)?flows\.server\.ts$/,
    mayImport: [...server, 'access', 'gateway', 'flows', 'retention'],
  },
  jobs: {
    name: /^jobs(\/[a-z-]+)?\.server\.tsx?$/,
    mayImport: [
      ...server,
      'access',
      'gateway',
      'flows',
      'mail',
      'emails',
      'calendar',
      'documents',
      'retention',
    ],
  },
  middleware: { name: /^middleware\.server\.ts$/, mayImport: [...server, 'access', 'http'] },
  /** Who may open what the feature guards with a private link. */
  access: { name: /^access\.server\.ts$/, mayImport: [...server, 'http'] },
  routes: { name: /^routes\/[a-z0-9.-]+\.tsx?$/, mayImport: ['*'] },
  components: {
    name: /^components\/[a-z0-9-]+\.tsx?$/,
    mayImport: ['rules', 'input', 'words', 'script', 'other', 'kit', 'ui', 'art', 'http', 'live', 'catalog'],
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
