import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/browser.ts'
import { browserReport } from './scripts/steps.ts'

// Every worker reads this file again. What has to be the same for all is decided once and handed down in the environment.
const port = (process.env.E2E_PORT ??= await freePort())
const dataDir = (process.env.E2E_DATA_DIR ??= newDataDir())
const browser = (process.env.CHROMIUM_PATH ??= findBrowser() ?? '')
const address = `http://127.0.0.1:${port}`

/** Keeps Chromium from calling home, which a machine without a network answers with errors, and from needless work. */
const staysAtHome = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-gpu', // there is none: drawing as if there were one takes a whole core
  '--disable-features=OptimizationHints,PreloadTopChromeWebUI,MediaRouter,DialMediaRouteProvider',
  '--disable-sync',
  '--metrics-recording-only',
  '--no-first-run',
  '--renderer-process-limit=1', // pages of one context share a process, and with it what is compiled
]

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  reporter: [['list'], ['json', { outputFile: browserReport }]],
  retries: 0,
  workers: 3, // one more than cores: some wait for a mail or for a time to come
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: 90_000,
  expect: { timeout: 20_000 },
  use: {
    // A press or an input that cannot be made is named after half a minute, not by the end of the journey's time.
    actionTimeout: 30_000,
    baseURL: address,
    locale: 'en-US',
    // Pictures that move are drawn sixty times a second, by the processor. A journey about motion asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(browser ? { executablePath: browser } : {}),
      // The sandbox needs user namespaces, which containers do not give; every page opened here is our own.
      args: ['--no-sandbox', ...staysAtHome],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      // The journeys on which fingers and a narrow screen make a difference. Pages as such are looked at in all widths
      // by sweep.spec.ts.
      grep: /@phone/,
    },
  ],
  webServer: {
    command: 'exec node scripts/run.mjs start',
    url: `${address}/healthz`,
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stderr: 'pipe',
    env: {
      HOST: '127.0.0.1',
      PORT: port,
      PUBLIC_URL: address,
      DATA_DIR: dataDir,
      WEB_PROCESSES: '1', // how several work together has tests of its own
      DATABASE_URL: '', // never the shop that the person at the keyboard may have configured
      GATEWAY_TIMEOUT_MS: '400',
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off', // all journeys come from one address; the limits have tests of their own
    },
  },
})

/** Only named here: the shop makes it, and tools that merely read this file leave nothing behind. */
function newDataDir(): string {
  const folder = join(tmpdir(), `paco-e2e-${process.pid}`)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function freePort(): Promise<string> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const at = probe.address()
      probe.close(() => resolve(String(typeof at === 'object' && at ? at.port : 3500)))
    })
  })
}
