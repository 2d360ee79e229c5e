// npm run bench -- dealers: imports a list as long as the federal one, twice, and searches it. Names are made up.
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { once } from 'node:events'
import { states } from '#app/features/compliance/rules/states.ts'
import { importList } from '#app/features/dealers/store/list.server.ts'
import { searchDealers } from '#app/features/dealers/store/search.server.ts'
import { openOwnDatabase } from './lib/own-database.ts'
import { medianOf, timeRuns } from './lib/timed.ts'

/** The size of the list, and the limits: import in seconds, search in milliseconds. */
const [rows, importBoundS, searchBoundMs] = [77_000, 30, 20]
const searches = ['33101', '99950', '00501', 'sample arms', 'mapleville', 'arms 4242', 'Pinefield, TX', 'arm']
const rounds = 25

const { db, folder, close } = await openOwnDatabase()
try {
  const file = join(folder, '1026-ffl-list.csv')
  await writeList(file)
  const first = await timedImport(file)
  const again = await timedImport(file)
  const times = await timedSearches()
  const slowest = Math.max(...times.map(({ median }) => median))
  for (const { typed, median, found } of times)
    console.log(`Search "${typed}": ${median.toFixed(1)} ms, ${found} found`)
  console.log(
    `Import ${first.toFixed(1)} s, again ${again.toFixed(1)} s (bound ${importBoundS} s); slowest search ${slowest.toFixed(1)} ms (bound ${searchBoundMs} ms)`,
  )
  process.exitCode = Math.max(first, again) <= importBoundS && slowest <= searchBoundMs ? 0 : 1
} finally {
  await close()
}

/** Imports the list and returns the seconds it took. */
async function timedImport(file: string): Promise<number> {
  const begun = performance.now()
  const content = await readFile(file, 'utf8')
  const report = await db.transaction((tx) => importList({ tx, now: new Date() }, content))
  const seconds = (performance.now() - begun) / 1_000
  if (!report.ok) throw new Error(`The list was refused: ${report.why}`)
  const { read, listed, added, changed, bad, otherTypes } = report
  console.log(
    `${read} rows in ${seconds.toFixed(1)} s: ${listed} dealers, ${added} new, ${changed} changed, ${otherTypes} of other types, ${bad.length} bad`,
  )
  return seconds
}

async function timedSearches() {
  const timed: { typed: string; median: number; found: number }[] = []
  for (const typed of searches) {
    let found = 0
    const times = await timeRuns(rounds, async () => {
      found = (await searchDealers(db, typed, new Date())).length
    })
    timed.push({ typed, found, median: medianOf(times) })
  }
  return timed
}

/** A list like the federal one: its header, its quirks, its mix of types. */
async function writeList(file: string) {
  const out = createWriteStream(file)
  out.write(
    '\uFEFFLIC_REGN,LIC_DIST,LIC_CNTY,LIC_TYPE,LIC_XPRDTE,LIC_SEQN,LICENSE_NAME,BUSINESS_NAME,PREMISE_STREET,PREMISE_CITY,PREMISE_STATE,PREMISE_ZIP_CODE,MAIL_STREET,MAIL_CITY,MAIL_STATE,MAIL_ZIP_CODE,VOICE_PHONE\r\n',
  )
  // As in the real list: a few thousand towns, and a few words in many names.
  const [trees, ends] = [
    ['OAK', 'MAPLE', 'PINE', 'CEDAR', 'ELM', 'ASH', 'BIRCH', 'SPRUCE', 'WILLOW', 'ASPEN'],
    ['VILLE', 'TON', 'FIELD', 'WOOD', 'DALE', 'BURG', 'FORD', 'PORT', 'MOUNT', 'LAND', 'HURST', 'MERE'],
  ]
  const trades = ['ARMS', 'GUNS', 'OUTFITTERS', 'SPORTS']
  const townOf = (at: number) =>
    `${trees[at % 10]}${ends[Math.floor(at / 10) % 12]}${at % 3 ? '' : ` ${trees[Math.floor(at / 120) % 10]}`}`
  for (let at = 0; at < rows; at++) {
    const number = String(at).padStart(5, '0')
    const type = at % 10 === 0 ? '03' : at % 7 === 0 ? '7' : '01'
    const state = states[at % states.length]?.code ?? 'FL'
    const zip = String(501 + ((at * 7_919) % 99_000)) + (at % 3 === 0 ? '1234' : '')
    const line = `1,${at % 90},${at % 300},${type},9D,${at},"SAMPLE ${trades[at % 4]} ${number}, LLC",${at % 2 ? 'NULL' : `SAMPLE RANGE ${number}`},${at} SAMPLE ST,${townOf(at)},${state},${at % 999 ? zip : 'NONE'},NULL,NULL,NULL,NULL,305555${number.slice(-4)}\r\n`
    if (!out.write(line)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
}
