// A browser that has passed the age gate, with a debugging port for measuring programs.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { Launcher } from 'chrome-launcher'
import { findOrInstallBrowser } from '../../scripts/browser.ts'
import { endWithUs } from './end-with-us.ts'

/** A browser under remote control. */
export type VerifiedBrowser = {
  port: number
  stop: () => Promise<void>
}

const startLimitMs = 30_000

const flags = [
  ...Launcher.defaultFlags(), // the flags that Lighthouse uses itself
  '--no-sandbox', // it needs user namespaces, which containers lack; every page opened here is our own
  '--disable-gpu', // there is no GPU: emulating one takes a whole core
]

/**
 * Starts a browser that has passed the age gate: record and cookie with one time cannot be set by headers, so the
 * gate is answered in the profile first.
 */
export async function openVerifiedBrowser(shopUrl: string): Promise<VerifiedBrowser> {
  const program = await findOrInstallBrowser()
  const profile = mkdtempSync(join(tmpdir(), 'paco-profile-'))
  await passGate(program, profile, shopUrl)
  const child = spawn(
    program,
    [...flags, '--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    // A process group: the program may be a shell script, and killing that would leave the browser running.
    { stdio: 'ignore', detached: true },
  )
  const end = () => process.kill(-(child.pid ?? 0), 'SIGTERM')
  const letGo = endWithUs(end)
  const port = await portOf(child, join(profile, 'DevToolsActivePort'))
  return {
    port,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      letGo()
      end()
      await ended
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function passGate(program: string, profile: string, shopUrl: string) {
  const context = await chromium.launchPersistentContext(profile, { executablePath: program, args: flags })
  const page = await context.newPage()
  await page.goto(shopUrl)
  await page.getByRole('button', { name: 'I am 18 years or older' }).click()
  await page.getByRole('contentinfo').waitFor()
  await context.close()
}

/** The browser picks a free port and writes it to a file. */
async function portOf(child: ChildProcess, file: string): Promise<number> {
  const until = Date.now() + startLimitMs
  for (;;) {
    const port = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
    if (port > 0 && (await answers(port))) return port
    if (child.exitCode !== null || Date.now() > until) throw new Error('The browser did not start.')
    await sleep(100)
  }
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/json/version`).then(
    ({ ok }) => ok,
    () => false,
  )
}
