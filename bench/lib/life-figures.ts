// What it takes a page to come to life at the first sign of its visitor: Lighthouse gives none, and so does not see it.
import type { CDPSession, Page } from '@playwright/test'

/**
 * From the sign until script has taken over, on a phone with a quarter of this processor and a slow line: milliseconds in
 * all, those of them beyond 50 in one task (as a press would have waited), and what was fetched, compressed, in kB (`lifeKb`).
 */
export type LifeFigures = { aliveMs: number; heldUpMs: number; lifeKb: number }

const phone = { width: 412, height: 823 }
/** Lighthouse's own slow line. */
const slowLine = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 }
const processorShare = 4

/** Opens an address in an empty page that has a visitor's record, and moves in it. */
export async function measureLife(url: string, page: Page): Promise<LifeFigures> {
  await page.setViewportSize(phone)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.goto(url, { waitUntil: 'networkidle' })
  await session.send('Network.emulateNetworkConditions', slowLine)
  await session.send('Emulation.setCPUThrottlingRate', { rate: processorShare })
  const lifeKb = await countScripts(session)
  await page.evaluate(watchLife)
  await page.mouse.move(100, 100)
  await page.mouse.move(120, 120)
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  return { ...(await page.evaluate(readLife)), lifeKb: lifeKb() }
}

/** Counts what goes over the line for scripts from now on, headers included. */
async function countScripts(session: CDPSession): Promise<() => number> {
  const scripts = new Set<string>()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await session.send('Network.enable')
  return () => bytes / 1_000
}

type Watched = Window & { signAt?: number; aliveAt?: number; heldUpMs?: number }

function watchLife() {
  const seen: Watched = window
  seen.heldUpMs = 0
  addEventListener('pointermove', () => (seen.signAt ??= performance.now()), { capture: true })
  new MutationObserver(() => (seen.aliveAt ??= performance.now())).observe(document.documentElement, {
    attributeFilter: ['data-hydrated'],
  })
  new PerformanceObserver((tasks) => {
    for (const { duration } of tasks.getEntries())
      seen.heldUpMs = (seen.heldUpMs ?? 0) + Math.max(0, duration - 50)
  }).observe({ type: 'longtask' })
}

function readLife() {
  const seen: Watched = window
  return {
    aliveMs: (seen.aliveAt ?? Number.NaN) - (seen.signAt ?? Number.NaN),
    heldUpMs: seen.heldUpMs ?? Number.NaN,
  }
}
