import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { findBreaches } from './check-boundaries.ts'

/** The breaches of a project that holds just these files. */
function breachesOf(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'paco-features-'))
  try {
    for (const [path, source] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), source)
    }
    return findBreaches(root)
  } finally {
    rmSync(root, { recursive: true })
  }
}

test('a feature that keeps to the plan has no breach', () => {
  const feature = 'app/features/drops'
  const files = {
    'app/kit/money.ts': `export const price = 1`,
    'app/ui/button.tsx': `import { useState } from 'react'`,
    'app/features/orders/rules.ts': `import { price } from '#app/kit/money.ts'`,
    [`${feature}/rules.ts`]: `import { price } from '#app/kit/money.ts'\nimport { canMove } from '#app/features/orders/rules.ts'`,
    [`${feature}/tables.ts`]: `import { pgTable } from 'drizzle-orm/pg-core'\nimport { states } from './rules.ts'`,
    [`${feature}/store/units.server.ts`]: `import { dropUnits } from '../tables.ts'\nimport { eq } from 'drizzle-orm'`,
    [`${feature}/components/unit-map.tsx`]: `import type { Unit } from '../store/units.server.ts'\nimport { Button } from '#app/ui/button.tsx'`,
    [`${feature}/routes/detail.tsx`]: `import { findDrop } from '../store/units.server.ts'`,
    [`${feature}/rules.test.ts`]: `import { expect } from 'vitest'\nimport { dropUnits } from './tables.ts'`,
    'server/main.ts': `const settings = parseEnv(process.env)`,
  }
  expect(breachesOf(files)).toEqual([])
})

test('a file with a name that no feature knows is a breach', () => {
  expect(breachesOf({ 'app/features/drops/pricing.ts': '' })).toEqual([
    'app/features/drops/pricing.ts: not a name that a feature knows',
  ])
})

test.each(['utils.ts', 'helpers.ts', 'types.ts', 'constants.ts', 'index.ts', 'hooks.tsx'])(
  'a file called %s is a breach anywhere',
  (name) => {
    expect(breachesOf({ [`app/kit/${name}`]: '' })).toEqual([
      `app/kit/${name}: the name says nothing: put it beside what it is about`,
    ])
  },
)

test('a feature or a folder that the plan does not list is a breach', () => {
  expect(breachesOf({ 'app/features/newsletter/rules.ts': '', 'app/lib/dates.ts': '' })).toEqual([
    'app/features/newsletter/rules.ts: the feature newsletter is not in scripts/features.ts',
    'app/lib/dates.ts: not a place the plan knows: put it into a feature or a foundation',
  ])
})

test('a feature may use another only along a listed edge', () => {
  expect(
    breachesOf({
      'app/features/orders/store.server.ts': `import type { Drop } from '#app/features/drops/rules.ts'`,
    }),
  ).toEqual(['app/features/orders/store.server.ts: orders may not use drops'])
})

test('a feature sees the rules, input and store of another, not its tables, flows or components', () => {
  const files = {
    'app/features/drops/store.server.ts': `
import { orders } from '#app/features/orders/tables.ts'
import { pay } from '../orders/flows.server.ts'
import { startOrder } from '../orders/store/start.server.ts'
import { mayPay } from '../orders/rules.ts'`,
  }
  expect(breachesOf(files)).toEqual([
    'app/features/drops/store.server.ts: orders does not open this to other features (#app/features/orders/tables.ts)',
    'app/features/drops/store.server.ts: orders does not open this to other features (../orders/flows.server.ts)',
  ])
})

test('a foundation may know neither a feature nor the composition', () => {
  const files = {
    'app/ui/badge.tsx': `import { words } from '#app/features/drops/words.ts'`,
    'app/jobs/worker.server.ts': `import { jobs } from '#app/jobs.server.ts'`,
  }
  expect(breachesOf(files)).toEqual([
    'app/jobs/worker.server.ts: only the composition may import the composition (#app/jobs.server.ts)',
    'app/ui/badge.tsx: a foundation may not know a feature (#app/features/drops/words.ts)',
  ])
})

test('the kit imports nothing of ours', () => {
  expect(breachesOf({ 'app/kit/clock.ts': `import type { Db } from '#app/db/db.server.ts'` })).toEqual([
    'app/kit/clock.ts: kit imports nothing of ours (#app/db/db.server.ts)',
  ])
})

test('rules stay pure: not even their own store or the interface', () => {
  const source = `import { findDrop } from './store.server.ts'\nimport { Badge } from '#app/ui/badge.tsx'`
  expect(breachesOf({ 'app/features/drops/rules.ts': source })).toEqual([
    'app/features/drops/rules.ts: rules may not import ./store.server.ts',
    "app/features/drops/rules.ts: browsers load this file, and ./store.server.ts is the server's",
    'app/features/drops/rules.ts: rules may not import #app/ui/badge.tsx',
  ])
})

test('only the store speaks SQL', () => {
  const source = `import { eq } from 'drizzle-orm'\nimport { drops } from '../tables.ts'`
  expect(breachesOf({ 'app/features/drops/routes/detail.tsx': source })).toEqual([
    'app/features/drops/routes/detail.tsx: only the store speaks SQL',
    'app/features/drops/routes/detail.tsx: routes may not import ../tables.ts',
  ])
})

test('what browsers load imports nothing of the server, also where only the content shows it', () => {
  const files = {
    'app/kit/ids.ts': `import { randomBytes } from 'node:crypto'`,
    'app/ui/field.tsx': `import { newId } from '#app/kit/ids.ts'\nimport sharp from 'sharp'`,
  }
  expect(breachesOf(files)).toEqual([
    "app/ui/field.tsx: browsers load this file, and #app/kit/ids.ts is the server's",
    "app/ui/field.tsx: browsers load this file, and sharp is the server's",
  ])
})

test('an import that runs over several lines, an export from elsewhere and a late import are all seen', () => {
  const source = `
import { one, two } from '#app/features/orders/tables.ts'
export { three } from '#app/features/orders/tables.ts'
const late = await import('#app/features/orders/tables.ts')`
  expect(breachesOf({ 'app/features/drops/store.server.ts': source })).toHaveLength(3)
})

test('only server/env.ts reads the environment', () => {
  expect(
    breachesOf({ 'server/env.ts': 'process.env.PORT', 'app/http/limits.ts': 'process.env.LIMIT' }),
  ).toEqual(['app/http/limits.ts: only server/env.ts reads the environment'])
})

test('a file over 320 lines is a breach, a list of data is not', () => {
  const long = 'a\n'.repeat(331)
  expect(breachesOf({ 'app/kit/money.ts': long, 'app/features/drops/data/stories.ts': long })).toEqual([
    'app/kit/money.ts: 331 lines; the most is 320',
  ])
})

test('the features of an order see more of each other, but no routes, and only in one direction', () => {
  const files = {
    'app/features/payments/store/settle.server.ts': `
import { orders } from '#app/features/orders/tables.ts'
import { startHold } from '#app/features/checkout/store/start.server.ts'`,
    'app/features/checkout/flows.server.ts': `
import { settle } from '#app/features/payments/flows.server.ts'
import { loader } from '#app/features/orders/routes/order.tsx'`,
  }
  expect(breachesOf(files)).toEqual([
    'app/features/checkout/flows.server.ts: orders does not open this to other features (#app/features/orders/routes/order.tsx)',
    'app/features/payments/store/settle.server.ts: payments may not use checkout',
  ])
})

test('a page may show an island; nobody imports what browsers run, and that sees only rules and parts', () => {
  const files = {
    'app/entry.client.ts': `import './site/site.ts'`,
    'app/site/site.ts': `import { count } from '#app/features/cart/rules.ts'\nimport('../islands/hydrate-islands.ts')`,
    'app/islands/sheet.island.tsx': `import { Sheet } from '#app/features/builds/components/sheet.tsx'`,
    'app/features/builds/routes/builder.tsx': `import { Island } from '#app/islands/island.tsx'`,
  }
  expect(breachesOf(files)).toEqual([])
  expect(
    breachesOf({
      'app/site/site.ts': `import { Sheet } from '#app/features/builds/components/sheet.tsx'`,
      'app/islands/sheet.island.tsx': `import { build } from '#app/features/builds/routes/builder.tsx'`,
      'app/features/builds/routes/builder.tsx': `import { showToast } from '#app/site/toasts.ts'`,
      'app/ui/button.tsx': `import { Island } from '#app/islands/island.tsx'`,
    }),
  ).toEqual([
    'app/features/builds/routes/builder.tsx: only a page’s island is open to it (#app/site/toasts.ts)',
    'app/islands/sheet.island.tsx: islands may not import #app/features/builds/routes/builder.tsx',
    'app/site/site.ts: site may not import #app/features/builds/components/sheet.tsx',
    'app/ui/button.tsx: only a page’s island is open to it (#app/islands/island.tsx)',
  ])
})
