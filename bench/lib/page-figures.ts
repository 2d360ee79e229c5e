// What Lighthouse finds on one page, as the figures that the shop has bounds for.
import lighthouse from 'lighthouse'

/** Lighthouse's own waits for a load that it does not simulate: nothing that arrives within five seconds is missed. */
const patience = {
  pauseAfterFcpMs: 5_250,
  pauseAfterLoadMs: 5_250,
  networkQuietThresholdMs: 5_250,
  cpuQuietThresholdMs: 5_250,
}

/** Figures of a page with all its script. Scores are 0 to 100, times milliseconds, `scriptKb` what is fetched, compressed. */
export type PageFigures = {
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  lcpMs: number
  tbtMs: number
  cls: number
  scriptKb: number
}

/** The figures of one run, and what Lighthouse found wanting, in its words. */
export type PageRun = { figures: PageFigures; findings: string[] }

/**
 * One run with Lighthouse's own settings for a phone on a slow line, from an empty page of the same site: a document with
 * `Cross-Origin-Opener-Policy` cannot follow `about:blank` in its process, and Lighthouse then takes what the left page
 * painted for the first paint, which it sets before the document was parsed. @throws when the page could not be measured.
 */
export async function measurePage(url: string, port: number): Promise<PageRun> {
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
  const numeric = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  return {
    figures: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
      lcpMs: numeric('largest-contentful-paint'),
      tbtMs: numeric('total-blocking-time'),
      cls: numeric('cumulative-layout-shift'),
      scriptKb: scriptKb(audits['network-requests']?.details),
    },
    findings: Object.values(categories).flatMap(({ auditRefs }) =>
      auditRefs.flatMap(({ id, weight }) => {
        const { score: got = null, title = id } = audits[id] ?? {}
        return weight > 0 && got !== null && got < 0.9 ? [title] : []
      }),
    ),
  }
}

/** The middle one of each figure over several runs: a busy machine disturbs single ones. */
export function medianFigures<Figures extends object>(runs: readonly Figures[]): Figures {
  const names = Object.keys(runs[0] ?? {}) as (keyof Figures)[]
  const median = (name: keyof Figures) =>
    runs.map((run) => Number(run[name])).toSorted((a, b) => a - b)[Math.floor((runs.length - 1) / 2)] ??
    Number.NaN
  return Object.fromEntries(names.map((name) => [name, median(name)])) as Figures
}

type Loaded = { resourceType?: string; transferSize?: number }

/** Sizes are what goes over the line, headers included. */
function scriptKb(details: unknown): number {
  const { items = [] } = (details ?? {}) as { items?: Loaded[] }
  const scripts = items.filter(({ resourceType }) => resourceType === 'Script')
  return scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1_000
}
