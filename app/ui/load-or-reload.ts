/**
 * Loads a part of the page's script. If it is gone, for example because the shop was updated since the page was opened, the
 * page is loaded anew. Where that has been done already, it does not help.
 * @throws Error of the import, on a page that was loaded anew.
 */
export async function loadOrReload<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (navigation?.type === 'reload') throw error
    window.location.reload()
    return new Promise(() => {}) // the page stays until the browser has left
  }
}
