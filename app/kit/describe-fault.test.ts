import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { describeFault } from './describe-fault.ts'

test('a failed query is described without the values it was about', async ({ db }) => {
  const cases = [
    [sql`select ${'pat@example.com'}::int`, { fault: 'The database refused a value.', code: '22P02' }],
    [sql`select 1 from nowhere where email = ${'pat@example.com'}`, { code: '42P01' }],
    [
      sql`do $$ begin create temporary table people (email text unique) on commit drop;
        insert into people values ('pat@example.com'), ('pat@example.com'); end $$`,
      { fault: 'error: duplicate key value violates unique constraint "people_email_key"', code: '23505' },
    ],
  ] as const
  for (const [query, expected] of cases) {
    const failure: unknown = await db.execute(query).catch((error: unknown) => error)
    expect(describeFault(failure)).toMatchObject(expected)
    expect(JSON.stringify(describeFault(failure))).not.toContain('pat@')
  }
})

test('an error keeps its message, its code and where it was thrown', () => {
  const fault = describeFault(Object.assign(new TypeError('two\nlines'), { code: 'ECONNREFUSED' }))
  expect(fault).toMatchObject({ fault: 'TypeError: two\nlines', code: 'ECONNREFUSED' })
  expect(fault.at).toMatch(/^at .*describe-fault\.test\.ts/)
})

test('thrown values that are not errors are described too', () => {
  expect(describeFault({ message: 'from a library' })).toEqual({ fault: 'from a library' })
  expect(describeFault('pat@example.com')).toEqual({ fault: 'No error, but something was thrown.' })
})
