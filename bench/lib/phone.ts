// A phone on a slow connection, of a first-time visitor who has passed the age gate.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type BrowserContext, type CDPSession, devices, type Page } from '@playwright/test'
import { recordKey } from '#app/features/age-gate/rules.ts'
import { type Sighting, watchPage } from './page-probe.ts'

/** 1.6 Mbit/s down, 750 kbit/s up, 150 ms for each request, in bytes and milliseconds. */
const slowLine = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
/** Lighthouse's factor. It makes a slow phone of a machine whose benchmark index is about 1,500. */
export const usualSlowdown = 4
const waitLimitMs = 60_000

/** The screen and the hands of the phone, as options of a context. */
export const phoneScreen = {
  userAgent: devices['Pixel 7'].userAgent,
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'en-US',
} as const

export const laptopScreen = { viewport: { width: 1366, height: 768 }, locale: 'en-US' } as const

/** A page on the phone, initially empty, and its observations. */
export type PhonePage = {
  page: Page
  session: CDPSession
  sightings: readonly Sighting[]
  /** Waits for the first observation of a kind. @throws when there is none within a minute. */
  first: (kind: Sighting['kind']) => Promise<Sighting>
  /** The size of the scripts received so far, as transferred, in kB. */
  scriptKb: () => number
}

/** The browser that plays the phone, and how many times slower its processor is made; or a laptop, as fast as this machine. */
export type Phone = { browser: Browser; slowdown: number; isLaptop?: boolean }

/** Opens the phone at a path of the shop, and passes the page as soon as the document begins to arrive. */
export async function onPhone<Result>(
  { browser, slowdown, isLaptop = false }: Phone,
  url: string,
  resultSelector: string,
  work: (phone: PhonePage) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext(isLaptop ? laptopScreen : phoneScreen)
  try {
    const sightings: Sighting[] = []
    await context.exposeFunction('reportSighting', (sighting: Sighting) => sightings.push(sighting))
    await passGate(context, url)
    const page = await context.newPage()
    // A page of the same site first: otherwise the document would start a new process, unlike a visitor's.
    await page.goto(new URL('/healthz', url).href)
    await page.addInitScript(watchPage, resultSelector)
    const session = await context.newCDPSession(page)
    const scriptKb = await countScripts(session)
    if (!isLaptop) await slowDown(session, slowdown)
    await page.goto(url, { waitUntil: 'commit' })
    const first = async (kind: Sighting['kind']) => {
      const until = Date.now() + waitLimitMs
      for (;;) {
        const found = sightings.find((sighting) => sighting.kind === kind)
        if (found) return found
        if (Date.now() > until) throw new Error(`${url}: no ${kind} within a minute`)
        await sleep(10)
      }
    }
    return await work({ page, session, sightings, first, scriptKb })
  } finally {
    await context.close()
  }
}

/** Stores what the age gate stores, for the shop at this address. */
export async function passGate(context: BrowserContext, url: string) {
  const timestamp = new Date().toISOString()
  await context.addCookies([
    { name: recordKey, value: encodeURIComponent(timestamp), url: new URL(url).origin },
  ])
  await context.addInitScript(([key, record]) => localStorage.setItem(key, record), [
    recordKey,
    JSON.stringify({ verified: true, timestamp }),
  ] as const)
}

/** Gives a page the line and the processor of the phone, from now on. */
export async function slowDown(session: CDPSession, slowdown = usualSlowdown) {
  await session.send('Network.emulateNetworkConditions', slowLine)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

async function countScripts(session: CDPSession): Promise<() => number> {
  const scripts = new Set<string>()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType.includes('javascript')) scripts.add(requestId)
  })
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await session.send('Network.enable')
  return () => bytes / 1_000
}
