// The tasks of `npm run <task>`. run.mjs runs first: it installs the packages and selects the right Node.
import { existsSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { build, isBuilt } from './build.ts'
import { inOwnFolder, mustRun, TaskFailed } from './steps.ts'
import { join } from 'node:path'

type Task = (args: string[]) => Promise<void>

export const tasks: Record<string, Task> = {
  start,
  dev,
  build: () => build(),
  // The checks import the browser library, which starting the shop does not need: they are loaded on demand.
  check: async (filters) => (await import('./checks.ts')).check(filters),
  test: async () => (await import('./checks.ts')).test(),
  e2e: async (args) => (await import('./checks.ts')).e2e(args),
  format: (paths) =>
    mustRun('biome', ['format', '--write', ...paths], 'Some files could not be formatted, see above.'),
  bench,
  fuzz,
  operate: (args) =>
    mustRun(process.execPath, ['scripts/operate.ts', ...args], 'The command was not carried out.'),
  'db:generate': generateMigration,
  'db:migrate': () => mustRun(process.execPath, ['scripts/database.ts'], 'The database is not up to date.'),
  'db:with': (args) =>
    mustRun(process.execPath, ['scripts/database.ts', 'with', ...args], 'The tool did not end well.', {
      takesInput: true,
    }),
  'db:sample': () => mustRun(process.execPath, ['scripts/database.ts', 'sample'], 'The catalog is not in.'),
}

/** Serves the shop as in production. The server runs in this process, so a stop signal reaches it. */
async function start() {
  if (!isBuilt()) {
    if (!existsSync('node_modules/@react-router/dev'))
      throw new TaskFailed(
        'There is no whole build of these sources in build/, and with NODE_ENV=production the tools to make one are not installed. Bring the build along from where "npm run build" made it, or start without NODE_ENV.',
      )
    console.log('Building the shop (first start, or its sources changed).')
    await build({ quiet: true })
  }
  console.log('Starting the shop.')
  process.env.NODE_ENV = 'production'
  await import('../server/main.ts')
}

async function dev() {
  process.env.NODE_ENV = 'development'
  await import('../server/dev.ts')
}

async function fuzz(args: string[]) {
  if (!args.includes('--shop') && !isBuilt()) await build({ quiet: true })
  await mustRun(
    process.execPath,
    ['fuzz/main.ts', ...args],
    'The shop did not answer every request well, see above.',
  )
}

async function bench([name = '', ...args]: string[]) {
  const names = globSync('*.ts', { cwd: 'bench' }).map((file) => file.slice(0, -'.ts'.length))
  if (!names.includes(name))
    throw new TaskFailed(`Choose what to measure: npm run bench -- <${names.join(' | ')}>`)
  if (!isBuilt()) await build({ quiet: true })
  await inOwnFolder('bench', (env) =>
    mustRun(
      process.execPath,
      [...process.execArgv, `bench/${name}.ts`, ...args],
      `The measurement "${name}" did not end well.`,
      { env },
    ),
  )
}

/**
 * `npm run db:generate -- --name <name>`: writes the next migration from the changes in the tables.ts files. With `--custom` it starts an
 * empty one for handwritten SQL (functions, triggers).
 */
async function generateMigration(args: string[]): Promise<void> {
  await mustRun('drizzle-kit', ['generate', ...args], 'The migration could not be written, see above.')
  keepNewestSnapshot()
}

/** drizzle-kit compares only with the newest snapshot: older ones go, and it gets a line per table, so that a diff shows which changed. */
export function keepNewestSnapshot(folder = 'db/migrations/meta'): void {
  const snapshots = readdirSync(folder)
    .filter((name) => name.endsWith('_snapshot.json'))
    .toSorted()
  const newest = snapshots.pop()
  for (const older of snapshots) rmSync(join(folder, older))
  if (!newest) return
  const file = join(folder, newest)
  writeFileSync(file, linePerTable(JSON.parse(readFileSync(file, 'utf8')) as { tables: object }))
}

function linePerTable({ tables, ...rest }: { tables: object }): string {
  const rows = (values: object, indent: string) =>
    Object.entries(values)
      .map(([name, value]) => `${indent}${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join(',\n')
  return `{\n${rows(rest, '  ')},\n  "tables": {\n${rows(tables, '    ')}\n  }\n}\n`
}
