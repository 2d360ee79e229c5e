import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { run, TaskFailed } from './steps.ts'

const usualPlaces = [
  // Chromium without its windows: the same engine at half the work.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

export function findBrowser(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH
  return (chosen ? [chosen] : [...usualPlaces, chromium.executablePath()]).find(runs)
}

/** From the system's packages as root, else Playwright's download. @throws TaskFailed with a sentence that says what to install. */
export async function findOrInstallBrowser(): Promise<string> {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen && !runs(chosen))
    throw new TaskFailed(`CHROMIUM_PATH is ${chosen}, which does not run as a browser.`)
  return findBrowser() ?? (await installFromSystem()) ?? (await downloadWithPlaywright()) ?? noBrowser()
}

async function installFromSystem(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-q'], { quiet: true, env })
  for (const name of ['chromium-headless-shell', 'chromium']) {
    console.log(`No Chromium here: installing the package "${name}".`)
    await run('apt-get', ['install', '-y', '-q', name], { quiet: true, env })
    const found = findBrowser()
    if (found) return found
  }
  return undefined
}

async function downloadWithPlaywright(): Promise<string | undefined> {
  console.log("No Chromium here: fetching Playwright's own.")
  const libraries = process.getuid?.() === 0 ? ['--with-deps'] : []
  await run('playwright', ['install', ...libraries, '--no-shell', 'chromium'], { quiet: true })
  return findBrowser()
}

function noBrowser(): never {
  throw new TaskFailed(
    'The browser journeys need Chromium or Chrome, and none could be installed: install the package "chromium", or set CHROMIUM_PATH to a browser.',
  )
}

/** Asked rather than looked at: some systems ship a script in its place that only says how to install it. */
function runs(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 10_000 }).status === 0
}
