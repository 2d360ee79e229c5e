// Lighthouse's metrics of one page, for the shop's bounds.
import lighthouse from 'lighthouse'

/** Lighthouse's waits for a load that it does not simulate: it covers everything within five seconds. */
const patience = {
  pauseAfterFcpMs: 5_250,
  pauseAfterLoadMs: 5_250,
  networkQuietThresholdMs: 5_250,
  cpuQuietThresholdMs: 5_250,
}

/** The metrics of one run, and Lighthouse's findings. */
export type PageRun = Awaited<ReturnType<typeof measurePage>>

/**
 * One run with Lighthouse's own settings for a phone on a slow line, from an empty page of the same site: a document with
 * `Cross-Origin-Opener-Policy` cannot follow `about:blank` in its process, and Lighthouse then takes what the left page
 * painted for the first paint, which it sets before the document was parsed. @throws when the page could not be measured.
 */
export async function measurePage(url: string, port: number) {
  const settings = { ...patience, blankPage: new URL('/healthz', url).href }
  const result = await lighthouse(
    url,
    { port, output: 'json', logLevel: 'error' },
    { extends: 'lighthouse:default', settings },
  )
  if (!result || result.lhr.runtimeError)
    throw new Error(`${url} could not be measured: ${result?.lhr.runtimeError?.message ?? 'no result'}`)
  const { audits, categories, finalDisplayedUrl } = result.lhr
  if (new URL(finalDisplayedUrl).pathname !== new URL(url).pathname)
    throw new Error(`${url} led to ${finalDisplayedUrl}`)
  const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100)
  const kilobytes = (type: string) => transferred(audits['network-requests']?.details, type)
  const numeric = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  return {
    /** Of a page with all scripts. Scores are 0 to 100, times in milliseconds, bytes as they are on the line. */
    figures: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
      lcpMs: numeric('largest-contentful-paint'),
      tbtMs: numeric('total-blocking-time'),
      cls: numeric('cumulative-layout-shift'),
      scriptKb: kilobytes('Script'),
      styleKb: kilobytes('Stylesheet'),
      htmlKb: kilobytes('Document'),
      fontKb: kilobytes('Font'),
      imageKb: kilobytes('Image'),
    },
    findings: Object.values(categories).flatMap(({ auditRefs }) =>
      auditRefs.flatMap(({ id }) => {
        const { score: got = null, title = id, displayValue = '', details } = audits[id] ?? {}
        return got !== null && got < 0.9 ? [[title, displayValue, ...elementsIn(details)].join(' | ')] : []
      }),
    ),
  }
}

/** The elements that a finding names, the first three. */
function elementsIn(details: unknown): string[] {
  const found = JSON.stringify(details ?? {}).matchAll(/"selector":"((?:[^"\\]|\\.)*)"/g)
  return [...new Set([...found].map(([, selector = '']) => selector))].slice(0, 3)
}

/** The median of each metric over several runs, because single runs are noisy. */
export function medianFigures<Figures extends object>(runs: readonly Figures[]): Figures {
  const names = Object.keys(runs[0] ?? {}) as (keyof Figures)[]
  const median = (name: keyof Figures) =>
    runs.map((run) => Number(run[name])).toSorted((a, b) => a - b)[Math.floor((runs.length - 1) / 2)] ??
    Number.NaN
  return Object.fromEntries(names.map((name) => [name, median(name)])) as Figures
}

type Loaded = { resourceType?: string; transferSize?: number }

/** Transfer sizes, including headers. */
function transferred(details: unknown, type: string): number {
  const { items = [] } = (details ?? {}) as { items?: Loaded[] }
  const files = items.filter(({ resourceType }) => resourceType === type)
  return files.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1_000
}
