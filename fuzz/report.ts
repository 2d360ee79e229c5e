// What was sent and what came back, by route.
import type { Answer } from './client.ts'

type Row = { sent: number; classes: number[]; slowestMs: number }

/** As many examples of each fault are printed. */
const maxExamples = 5

/** Opens an empty report. */
export function openReport() {
  const rows = new Map<string, Row>()
  const faults = new Map<string, string[]>()
  let unsent = 0
  return {
    note(pattern: string, { status, ms }: Answer) {
      if (status === -1) {
        unsent++
        return
      }
      const row = rows.get(pattern) ?? { sent: 0, classes: [0, 0, 0, 0, 0, 0], slowestMs: 0 }
      const kind = Math.floor(status / 100)
      row.sent++
      row.classes[kind] = (row.classes[kind] ?? 0) + 1
      row.slowestMs = Math.max(row.slowestMs, ms)
      rows.set(pattern, row)
    },
    fault(kind: string, example: string) {
      faults.set(kind, [...(faults.get(kind) ?? []), example])
    },
    faults: () => [...faults.values()].reduce((sum, examples) => sum + examples.length, 0),
    print() {
      const all = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1))
      const total: Row = { sent: 0, classes: [0, 0, 0, 0, 0, 0], slowestMs: 0 }
      for (const [, row] of all) {
        total.sent += row.sent
        total.classes = total.classes.map((sum, kind) => sum + (row.classes[kind] ?? 0))
        total.slowestMs = Math.max(total.slowestMs, row.slowestMs)
      }
      console.log(line('route', ['sent', '2xx', '3xx', '4xx', '5xx', 'none', 'slowest ms']))
      for (const [pattern, row] of [...all, ['all', total] as const])
        console.log(line(`/${pattern}`, figures(row)))
      if (unsent > 0) console.log(`Not sent, because no client may send them: ${unsent}`)
      for (const [kind, examples] of faults) {
        console.log(`\n${examples.length} times: ${kind}`)
        for (const example of examples.slice(0, maxExamples)) console.log(`    ${example}`)
      }
      console.log(faults.size === 0 ? '\nNo fault found.' : `\nFaults: ${this.faults()}`)
    },
  }
}

function figures({ sent, classes, slowestMs }: Row): (string | number)[] {
  return [
    sent,
    classes[2] ?? 0,
    classes[3] ?? 0,
    classes[4] ?? 0,
    classes[5] ?? 0,
    classes[0] ?? 0,
    slowestMs.toFixed(0),
  ]
}

function line(name: string, cells: readonly (string | number)[]): string {
  return name.padEnd(42) + cells.map((cell) => String(cell).padStart(8)).join('')
}
