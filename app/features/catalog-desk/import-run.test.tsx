import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import ImportRun from './routes/import-run.tsx'

const fault = { line: 2, column: 'price', why: 'Enter an amount.' }
const row = { line: 3, key: 'sling', does: 'changes', differences: [] }
const run = {
  kind: 'accessories',
  state: 'checked',
  done: 0,
  total: 2,
  same: 0,
  fingerprint: 'f',
  created: 0,
  changed: 1,
  faultCount: 0,
  faults: [] as (typeof fault)[],
  rows: [row],
}

function numbers(loaderData: typeof run): string[] {
  const Page = ImportRun as unknown as (props: { loaderData: unknown }) => ReactElement
  const Stub = createRoutesStub([{ path: '*', Component: () => <Page loaderData={loaderData} /> }])
  const html = renderToString(<Stub initialEntries={['/']} />)
  return [...html.matchAll(/data-item="(\d)"/g)].map(([, item]) => item ?? '')
}

test('the differences of a file are the first section, or the second after what is wrong', () => {
  expect(numbers(run)).toEqual(['1'])
  expect(numbers({ ...run, faultCount: 1, faults: [fault] })).toEqual(['1', '2'])
})
