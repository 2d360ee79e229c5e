import { appendFileSync, existsSync, renameSync, statSync } from 'node:fs'

/** A log file that does not grow without end, with the last words of it in memory. */
export type BoundedLog = { write: (text: string) => void; lastWords: () => string }

const keptInMemory = 4_000

/**
 * Opens a log file for the shop's account only. Once it holds `maxBytes` it becomes `<file>.1`, in place of the one
 * before, and a new one begins: the two together are the most it takes.
 */
export function openBoundedLog(file: string, maxBytes = 2_000_000): BoundedLog {
  let size = existsSync(file) ? statSync(file).size : 0
  let last = ''
  return {
    lastWords: () => last.trim(),
    write(text) {
      last = (last + text).slice(-keptInMemory)
      try {
        if (size > maxBytes) {
          renameSync(file, `${file}.1`)
          size = 0
        }
        appendFileSync(file, text, { mode: 0o600 })
        size += Buffer.byteLength(text)
      } catch {
        // A disk that is full loses lines, nothing else.
      }
    },
  }
}
