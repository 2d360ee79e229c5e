// A browser that has passed the age gate, with a debugging port for measuring programs.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { launch, Launcher } from 'chrome-launcher'
import { findOrInstallBrowser } from '../../scripts/browser.ts'
import { endWithUs } from './end-with-us.ts'

const flags = [
  '--no-sandbox', // it needs user namespaces, which containers lack; every page opened here is our own
  '--disable-gpu', // there is no GPU: emulating one takes a whole core
]

/**
 * Starts a browser that has passed the age gate: record and cookie with one time cannot be set by headers, so the
 * gate is answered in the profile first. Its other flags are those that Lighthouse uses itself.
 */
export async function openVerifiedBrowser(shopUrl: string) {
  const chromePath = await findOrInstallBrowser()
  const userDataDir = mkdtempSync(join(tmpdir(), 'paco-profile-'))
  const context = await chromium.launchPersistentContext(userDataDir, {
    executablePath: chromePath,
    args: [...Launcher.defaultFlags(), ...flags],
  })
  const page = await context.newPage()
  await page.goto(shopUrl)
  await page.getByRole('button', { name: 'I am 18 years or older' }).click()
  await page.getByRole('contentinfo').waitFor()
  await context.close()
  const chromeFlags = [...flags, '--headless=new']
  const chrome = await launch({
    chromePath,
    userDataDir,
    chromeFlags,
    handleSIGINT: false,
    logLevel: 'error',
  })
  const letGo = endWithUs(chrome.kill)
  return {
    port: chrome.port,
    async stop() {
      const ended = new Promise((resolve) => chrome.process.once('exit', resolve))
      letGo()
      chrome.kill()
      await ended
      rmSync(userDataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
