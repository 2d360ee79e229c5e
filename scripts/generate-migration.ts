// `npm run db:generate -- --name <name>`: writes the next migration from the changes in the tables.ts files. With
// `--custom` it starts an empty one for handwritten SQL (functions, triggers).
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mustRun } from './steps.ts'

const metaFolder = 'db/migrations/meta'

export async function generateMigration(args: string[]): Promise<void> {
  await mustRun('drizzle-kit', ['generate', ...args], 'The migration could not be written, see above.')
  keepNewestSnapshot()
}

/** drizzle-kit compares only with the newest snapshot: older ones go, and it gets a line per table, so that a diff shows which changed. */
export function keepNewestSnapshot(folder = metaFolder): void {
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
