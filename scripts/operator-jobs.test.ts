import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readImports } from './imports.ts'
import { operatorJobs } from './operator-jobs.ts'

/** The files that the operator's commands load, with their text. */
function loadedFiles(entry: string, files = new Map<string, string>()): Map<string, string> {
  if (files.has(entry)) return files
  const source = readFileSync(entry, 'utf8')
  files.set(entry, source)
  for (const { target, isTypeOnly } of readImports(entry, source))
    if (target && !isTypeOnly) loadedFiles(target, files)
  return files
}

test('the queue of the operator’s commands knows every job that their code queues', () => {
  const files = loadedFiles('scripts/operate.ts')
  const queued = [...files.values()].flatMap((source) =>
    [...source.matchAll(/enqueue(?:<\w+>)?\(\s*'([a-z-]+)'/g)].map(([, name]) => name),
  )
  expect(files.size).toBeGreaterThan(100)
  expect(new Set(queued).size).toBeGreaterThan(15)
  const known = operatorJobs.map(({ name }) => name)
  expect([...new Set(queued)].filter((name) => !known.includes(name ?? ''))).toEqual([])
})
