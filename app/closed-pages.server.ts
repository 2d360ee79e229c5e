import { sql } from 'drizzle-orm'
import { cachedQuery } from './db/cached-query.server.ts'
import type { Db } from './db/db.server.ts'
import type { ShopFacts } from './facts/facts.ts'
import { type ClosedPages, nothingClosed, type Section, sectionNames } from './facts/sections.ts'
import { platforms } from './features/builds/tables.ts'
import { courses, instructors } from './features/courses/tables.ts'
import { smallBatches } from './features/drops/rules.ts'
import { drops } from './features/drops/tables.ts'
import { sampleItems } from './features/setup/tables.ts'
import { textVersions } from './features/texts/tables.ts'
import { trustPackages } from './features/trust/tables.ts'
import { second } from './kit/clock.ts'

/**
 * The sections that the owner switched off and those without content, at most a second old as pages are. While the
 * database is unreachable it is what was known last.
 */
export function closedPagesOf(db: Db, now: () => Date, facts: () => ShopFacts): () => Promise<ClosedPages> {
  let known = nothingClosed
  return async () => {
    known = await findEmptyPages(db, now()).catch(() => known)
    return { ...known, sections: [...new Set([...facts().sectionsOff, ...known.sections])] }
  }
}

type Filled = Record<Section, boolean> & { lines: string[]; instructors: boolean }

const findEmptyPages = cachedQuery(async (db): Promise<ClosedPages> => {
  // The services that come with the program are an example until the owner publishes the text.
  const { rows } = await db.execute<Filled>(sql`select
    exists (select from ${platforms} where ${platforms.state} = 'visible') as "builder",
    exists (select from ${drops} where ${drops.smallBatch} is not null) as "small-batch",
    exists (select from ${trustPackages} where ${trustPackages.state} = 'visible') as "trust",
    exists (select from ${textVersions} where ${textVersions.key} = 'services')
      or exists (select from ${sampleItems}) as "services",
    exists (select from ${courses} where ${courses.state} = 'visible') as "training",
    exists (select from ${drops}) as "registry",
    array(select distinct ${drops.smallBatch} from ${drops} where ${drops.smallBatch} is not null) as "lines",
    exists (select from ${instructors} where ${instructors.state} = 'visible') as "instructors"`)
  const [filled] = rows
  if (!filled) return nothingClosed
  return {
    sections: sectionNames.filter((section) => !filled[section]),
    pages: [
      ...smallBatches.filter((line) => !filled.lines.includes(line)).map((line) => `/small-batch/${line}`),
      ...(filled.instructors ? [] : ['/ccw-training/instructors']),
    ],
  }
}, second)
