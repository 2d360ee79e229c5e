// Links that open much, told at the start: on a terminal, or in a file that only the shop's account reads.
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Telling = { dataDir: string; isTerminal: boolean; say: (sentence: string) => void }

/** Says a sentence with a link. What is said elsewhere than on a terminal is collected by others: there it names a file. */
export function tellLink(
  { dataDir, isTerminal, say }: Telling,
  name: string,
  sentence: string,
  link: string,
): void {
  const file = join(dataDir, name)
  if (isTerminal) return say(`${sentence}: ${link}`)
  try {
    forgetLink(dataDir, name)
    writeFileSync(file, `${link}\n`, { mode: 0o600 })
    chmodSync(file, 0o600)
    say(`${sentence}. The link is in ${file}`)
  } catch {
    // A folder that is read-only holds no file.
    say(`${sentence}: ${link}`)
  }
}

export function forgetLink(dataDir: string, name: string): void {
  rmSync(join(dataDir, name), { force: true })
}
