import { expect, test } from 'vitest'
import { postgresEnvironment } from './database.ts'

test('an address becomes the parts that PostgreSQL’s tools read', () => {
  expect(
    postgresEnvironment('postgresql://shop:p%40ss%2Fword@db.example:6432/paco%20shop?sslmode=verify-full'),
  ).toEqual({
    PGHOST: 'db.example',
    PGPORT: '6432',
    PGUSER: 'shop',
    PGPASSWORD: 'p@ss/word',
    PGDATABASE: 'paco shop',
    PGSSLMODE: 'verify-full',
  })
})

test('a socket’s folder is the host; what an address leaves out is left to the tools', () => {
  expect(postgresEnvironment('postgres://paco@127.0.0.1/postgres?host=%2Fdata%2Fpg')).toEqual({
    PGHOST: '/data/pg',
    PGUSER: 'paco',
    PGDATABASE: 'postgres',
  })
  expect(postgresEnvironment('postgres://[::1]:5432/postgres')).toEqual({
    PGHOST: '::1',
    PGPORT: '5432',
    PGDATABASE: 'postgres',
  })
})
