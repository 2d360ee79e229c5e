// How fast this machine's browser is, so that tables from different machines can be compared.
import type { Browser } from '@playwright/test'
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js'

/** Lighthouse's benchmark index of the machine, without slowdown. docs/performance.md says what it compares. */
export async function machineSpeed(browser: Browser): Promise<number> {
  const page = await browser.newPage()
  try {
    return await page.evaluate(pageFunctions.computeBenchmarkIndex)
  } finally {
    await page.close()
  }
}
