import { spawn } from 'node:child_process'
import { delimiter, dirname, join, resolve } from 'node:path'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** The task cannot continue. The message is one sentence for the person who started it; no stack trace is shown. */
export class TaskFailed extends Error {
  override name = 'TaskFailed'
}

export type RunOptions = {
  quiet?: boolean
  takesInput?: boolean
  env?: Record<string, string>
}

export const browserReport = 'test-results/browser.json'

export const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export function run(
  program: string,
  args: string[],
  { quiet = false, takesInput = false, env = {} }: RunOptions = {},
): Promise<boolean> {
  return new Promise((settle) => {
    const path = [dirname(process.execPath), resolve('node_modules/.bin'), process.env.PATH].join(delimiter)
    const child = spawn(program, args, {
      stdio: [takesInput ? 'inherit' : 'ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      env: { ...process.env, PATH: path, ...env },
    })
    const stored: Buffer[] = []
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => stored.push(chunk))
    const handOn = (signal: NodeJS.Signals) => child.kill(signal)
    for (const signal of signals) process.on(signal, handOn)
    const finish = (isWell: boolean) => {
      for (const signal of signals) process.off(signal, handOn)
      if (!isWell) process.stderr.write(Buffer.concat(stored))
      settle(isWell)
    }
    child.on('error', (error) => {
      console.error(`${program} could not be started: ${error.message}`)
      finish(false)
    })
    child.on('close', (code) => finish(code === 0))
  })
}

export async function mustRun(program: string, args: string[], otherwise: string, options?: RunOptions) {
  if (!(await run(program, args, options))) throw new TaskFailed(otherwise)
}

export async function inOwnFolder(name: string, work: (env: Record<string, string>) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), `paco-${name}-`))
  chmodSync(folder, 0o755) // as root, PostgreSQL runs under another account and has to pass through
  try {
    await work({
      TMPDIR: folder,
      E2E_DATA_DIR: join(folder, 'shop'),
      // What Playwright makes of the journeys' sources is good for the next run as well.
      PWTEST_CACHE_DIR: resolve('node_modules/.cache/playwright'),
    })
  } finally {
    // A program that was ended may still be writing for a moment.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}
