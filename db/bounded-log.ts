import { appendFileSync, existsSync, renameSync, statSync } from 'node:fs'

export type BoundedLog = { write: (text: string) => void; lastWords: () => string }

const maxRemembered = 4_000

/** Readable by the shop's account only. At `maxBytes` it is renamed to `<file>.1`, replacing the previous one. */
export function openBoundedLog(file: string, maxBytes = 2_000_000): BoundedLog {
  let size = existsSync(file) ? statSync(file).size : 0
  let last = ''
  return {
    lastWords: () => last.trim(),
    write(text) {
      last = (last + text).slice(-maxRemembered)
      try {
        if (size > maxBytes) {
          renameSync(file, `${file}.1`)
          size = 0
        }
        appendFileSync(file, text, { mode: 0o600 })
        size += Buffer.byteLength(text)
      } catch {
        // A full disk loses log lines, nothing else.
      }
    },
  }
}
